#!/bin/sh
# epub2 3.0.2 reads the table of contents from the NCX of EPUB 2 only. A book of EPUB 3 needs none, because its navigation
# document replaces it (EPUB 3.3, section 7). The chapters are found, but the table of contents is empty.
#
# Seen:
#   chapters: 1
#   entries of the contents: 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund epub2@3.0.2 adm-zip@0.5.16
cat >run.mjs <<'JS'
import { EPub } from 'epub2'
import Zip from 'adm-zip'

const page = (body) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Mill</title></head><body>${body}</body></html>`
const files = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'book.opf':
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:mill</dc:identifier><dc:title>The mill</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>',
  'nav.xhtml': page('<nav epub:type="toc"><ol><li><a href="one.xhtml">The wheel</a></li></ol></nav>'),
  'one.xhtml': page('<h1>The wheel</h1><p>It turned.</p>'),
}
const zip = new Zip()
for (const [name, text] of Object.entries(files)) zip.addFile(name, Buffer.from(text))
zip.writeZip('book.epub')
const book = await EPub.createAsync('book.epub')
console.log('chapters:', book.flow.length)
console.log('entries of the contents:', book.toc.length)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
chapters: 1
entries of the contents: 0
SEEN
diff expected seen
