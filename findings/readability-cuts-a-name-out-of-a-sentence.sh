#!/bin/sh
# @mozilla/readability 0.6.0 takes the first element with the class `author` for the byline and removes it, even from the
# middle of a sentence in the third paragraph. The sentence reads on without the name. With another class, the name stays.
#
# Seen:
#   author: The wheel was drawn by  in the year of the flood.
#   person: The wheel was drawn by Ada Lund in the year of the flood.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mozilla/readability@0.6.0 jsdom@29.1.1
cat >run.mjs <<'JS'
import { Readability } from '@mozilla/readability'
import { JSDOM } from 'jsdom'

const prose = `<p>${'The mill by the river ground rye for three villages, and its wheel can still be heard at night. '.repeat(4)}</p>`
const page = (part) =>
  `<html><head><title>The mill</title></head><body><article><h1>The mill</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
const contentOf = (part) => new Readability(new JSDOM(page(part), { url: 'https://a.example/mill' }).window.document).parse().content
for (const name of ['author', 'person']) {
  const content = contentOf(`<p>The wheel was drawn by <span class="${name}">Ada Lund</span> in the year of the flood.</p>`)
  console.log(`${name}: ${/The wheel was[^<]*(?:<span[^>]*>[^<]*<\/span>[^<]*)?/.exec(content)[0].replace(/<[^>]*>/g, '')}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
author: The wheel was drawn by  in the year of the flood.
person: The wheel was drawn by Ada Lund in the year of the flood.
SEEN
diff expected seen
