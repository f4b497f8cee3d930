#!/bin/sh
# @mozilla/readability 0.6.0 removes every `footer`, also the one inside a `blockquote`, in which the HTML standard places the
# source of a quotation. The quotation stays, without the person who said it. A source in a `p` stays.
#
# Seen:
#   footer: quotation true, source false
#   p: quotation true, source true
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
for (const tag of ['footer', 'p']) {
  const content = contentOf(`<blockquote><p>We had flour when nobody else had.</p><${tag}>— <cite>Jo Miller</cite></${tag}></blockquote>`)
  console.log(`${tag}: quotation ${content.includes('We had flour')}, source ${content.includes('Jo Miller')}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
footer: quotation true, source false
p: quotation true, source true
SEEN
diff expected seen
