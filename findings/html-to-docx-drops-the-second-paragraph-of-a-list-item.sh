#!/bin/sh
# html-to-docx 1.8.0 (npm) keeps the first paragraph of a list item and drops the others. The caption of a figure is lost as
# well, the paragraphs of a quotation become one without a space, and the lines of code become one line.
#
# Seen:
#   item: ["Rye."]
#   figure: ["End"]
#   quotation: ["It turned.It stopped."]
#   code: ["turn() stop()"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund html-to-docx@1.8.0 adm-zip@0.5.16
cat >run.mjs <<'JS'
import AdmZip from 'adm-zip'
import convert from 'html-to-docx'

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const paragraphs = async (html) => {
  const document = new AdmZip(Buffer.from(await convert(html))).readAsText('word/document.xml')
  return document
    .split('</w:p>')
    .map((part) => [...part.matchAll(/<w:t[ >][^<]*|<w:br\/>/g)].map(([text]) => text.replace(/^[^>]*>/, '')).join(''))
    .filter(Boolean)
}
for (const [name, html] of [
  ['item', '<ul><li><p>Rye.</p><p>It grows in sand.</p></li></ul>'],
  ['figure', `<figure><img src="data:image/png;base64,${PICTURE}"><figcaption>The wheel</figcaption></figure><p>End</p>`],
  ['quotation', '<blockquote><p>It turned.</p><p>It stopped.</p></blockquote>'],
  ['code', '<pre><code>turn()\nstop()</code></pre>'],
]) {
  console.log(`${name}:`, JSON.stringify(await paragraphs(html)))
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
item: ["Rye."]
figure: ["End"]
quotation: ["It turned.It stopped."]
code: ["turn() stop()"]
SEEN
diff expected seen
