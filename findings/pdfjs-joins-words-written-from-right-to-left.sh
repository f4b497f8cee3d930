#!/bin/sh
# pdfjs-dist 6.5.438 drops the spaces of a line whose words a PDF file writes from the right to the left, as it may do with Hebrew and
# Arabic in logical order: the text of the page is one word. Spaces are drawn between the words, and pypdf 7.1.1 keeps them. PDF.js skips
# the glyph of a space and derives spaces from gaps between positions, but starts a new item where a position goes back.
#
# Seen:
#   to the right: pdfjs "one two three", pypdf "one two three"
#   to the left: pdfjs "onetwothree", pypdf "one two three"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdfkit@0.20.2 pdfjs-dist@6.5.438
python3 -m venv env
env/bin/pip install --quiet pypdf==7.1.1
cat >make.mjs <<'JS'
import { createWriteStream } from 'node:fs'
import PDFDocument from 'pdfkit'

const WORDS = ['one', ' ', 'two', ' ', 'three']
for (const direction of ['right', 'left']) {
  const document = new PDFDocument()
  document.pipe(createWriteStream(`${direction}.pdf`))
  let x = direction === 'right' ? 100 : 400
  for (const word of WORDS) {
    const width = document.widthOfString(word)
    if (direction === 'left') x -= width
    document.text(word, x, 100, { lineBreak: false })
    if (direction === 'right') x += width
  }
  document.end()
}
JS
cat >read.mjs <<'JS'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const page = await (await getDocument({ url: process.argv[2], verbosity: 0 }).promise).getPage(1)
const { items } = await page.getTextContent()
console.log(items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''))
JS
cat >read.py <<'PY'
import sys

import pypdf

print(pypdf.PdfReader(sys.argv[1]).pages[0].extract_text())
PY
node make.mjs
for direction in right left; do
  echo "to the $direction: pdfjs \"$(node read.mjs $direction.pdf 2>/dev/null)\", pypdf \"$(env/bin/python read.py $direction.pdf)\""
done >seen
cat seen
cat >expected <<'SEEN'
to the right: pdfjs "one two three", pypdf "one two three"
to the left: pdfjs "onetwothree", pypdf "one two three"
SEEN
diff expected seen
