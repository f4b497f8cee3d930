#!/bin/sh
# defuddle 0.19.4 (with linkedom 0.18.15) removes an empty anchor with an id, as older pages mark their parts, and keeps the
# link to it. An id on a heading goes too, so no table of contents works in the result.
#
# Seen:
#   anchor: link true, target false
#   heading: link true, target false
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund defuddle@0.19.4 linkedom@0.18.15
cat >run.mjs <<'JS'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'

const prose = `<p>${'The mill by the river ground rye for three villages, and its wheel can still be heard at night. '.repeat(4)}</p>`
const page = (part) =>
  `<html><head><title>The mill</title></head><body><article><h1>The mill</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
const contentOf = async (part) =>
  (await Defuddle(parseHTML(page(part)).document, 'https://a.example/mill', { useAsync: false })).content
const parts = {
  anchor: '<p><a id="wheel"></a>The wheel is of oak and has forty buckets.</p>',
  heading: '<h2 id="wheel">The wheel</h2><p>It is of oak and has forty buckets.</p>',
}
for (const [name, part] of Object.entries(parts)) {
  const content = await contentOf(`<p>Read about <a href="#wheel">the wheel</a> first.</p>${part}`)
  console.log(`${name}: link ${content.includes('href="#wheel"')}, target ${content.includes('id="wheel"')}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
anchor: link true, target false
heading: link true, target false
SEEN
diff expected seen
