#!/bin/sh
# html-to-docx 1.8.0 (npm) drops what it does not know with the words inside: quotations, cited titles, abbreviations, times,
# keys and ruby, the characters as well as their reading. A sentence in the Word file says something else, or ends in a gap.
# Between struck and inserted words, the space is lost.
#
# Seen:
#   She said  to him.
#   The film  ended at .
#   The  says: press .
#    has mills.
#   It is notnow open.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund html-to-docx@1.8.0 adm-zip@0.5.16
cat >run.mjs <<'JS'
import AdmZip from 'adm-zip'
import convert from 'html-to-docx'

const words = async (html) => {
  const document = new AdmZip(Buffer.from(await convert(html))).readAsText('word/document.xml')
  return [...document.matchAll(/<w:t[ >][^<]*/g)].map(([text]) => text.replace(/^[^>]*>/, '')).join('')
}
for (const html of [
  'She said <q>no</q> to him.',
  'The film <cite>Mill</cite> ended at <time>nine</time>.',
  'The <abbr title="British Broadcasting Corporation">BBC</abbr> says: press <kbd>Enter</kbd>.',
  '<ruby>東京<rt>Tokyo</rt></ruby> has mills.',
  'It is <del>not</del> <ins>now</ins> open.',
]) {
  console.log(await words(`<p>${html}</p>`))
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
She said  to him.
The film  ended at .
The  says: press .
 has mills.
It is notnow open.
SEEN
diff expected seen
