#!/bin/sh
# @gxl/epub-parser 2.0.4 (npm) converts a page of an EPUB to Markdown with `toMarkdown`. A link to a website leads nowhere after
# it, and line breaks before and after each link tear the sentence apart. Of several authors it keeps the first, and a title
# with an `id`, which EPUB allows, is an object of its XML parser.
#
# Seen:
#   "See \n[the page](#)\n\n of it."
#   {"title":{"_":"The mill","$":{"id":"title"}},"author":"Ann"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @gxl/epub-parser@2.0.4 adm-zip@0.5.16
cat >run.mjs <<'JS'
import AdmZip from 'adm-zip'
import { parseEpub } from '@gxl/epub-parser'

const page = (body) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Mill</title></head><body>${body}</body></html>`
const files = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'book.opf':
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:mill</dc:identifier><dc:title id="title">The mill</dc:title><dc:language>en</dc:language><dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>',
  'nav.xhtml': page('<nav epub:type="toc"><ol><li><a href="one.xhtml">The wheel</a></li></ol></nav>'),
  'one.xhtml': page('<p>See <a href="https://a.example/mill">the page</a> of it.</p>'),
}
const zip = new AdmZip()
for (const [name, text] of Object.entries(files)) zip.addFile(name, Buffer.from(text))
const { info, sections } = await parseEpub(zip.toBuffer(), { type: 'buffer' })
console.log(JSON.stringify(sections[0].toMarkdown()))
console.log(JSON.stringify(info))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
"See \n[the page](#)\n\n of it."
{"title":{"_":"The mill","$":{"id":"title"}},"author":"Ann"}
SEEN
diff expected seen
