#!/bin/sh
# @lingo-reader/epub-parser 0.4.6 (npm) rewrites the links of a page of an EPUB for its reader. A link to a footnote of the same page
# (`#n`) leads to the folder of the page, without its file, so that the footnote is not found.
#
# Seen:
#   epub:EPUB/#n
#   epub:EPUB/p.xhtml#n
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent @lingo-reader/epub-parser@0.4.6
cat >book.py <<'PY'
import zipfile

FILES = {
    "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "EPUB/package.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:1</dc:identifier>'
    "<dc:title>The sea</dc:title><dc:language>en</dc:language>"
    '<meta property="dcterms:modified">2025-03-03T10:00:00Z</meta></metadata><manifest>'
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    '<item id="p" href="p.xhtml" media-type="application/xhtml+xml"/></manifest>'
    '<spine><itemref idref="p"/></spine></package>',
    "EPUB/nav.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>One</title>'
    '</head><body><nav epub:type="toc"><ol><li><a href="p.xhtml">One</a></li></ol></nav></body></html>',
    "EPUB/p.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>'
    '<p>Text<a href="#n">1</a> and <a href="p.xhtml#n">again</a></p><p id="n">A note.</p></body></html>',
}
with zipfile.ZipFile("book.epub", "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    for name, text in FILES.items():
        book.writestr(name, '<?xml version="1.0" encoding="utf-8"?>' + text)
PY
python3 book.py
cat >run.mjs <<'JS'
import { initEpubFile } from '@lingo-reader/epub-parser'

const book = await initEpubFile('book.epub', './images')
const { html } = await book.loadChapter('p')
for (const [, address] of html.matchAll(/href="([^"]*)"/g)) console.log(address)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
epub:EPUB/#n
epub:EPUB/p.xhtml#n
SEEN
diff expected seen
