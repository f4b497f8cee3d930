#!/bin/sh
# epub2md 1.6.4 (npm) converts an EPUB to Markdown files, and takes each link for one to another page of the book: a website
# becomes a file with its address as the name, which does not exist. Code is no code block any more, so that Markdown joins its
# lines, and loses a space of indentation, and a list that starts at 5 starts at 1.
#
# Seen:
#   See [the page](./https___a.example_mill.md).
#
#   def turn():
#      for sack in rye:
#          grind(sack)
#
#   1. Sow.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund epub2md@1.6.4 adm-zip@0.5.16
cat >run.mjs <<'JS'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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
  'one.xhtml': page(
    '<p>See <a href="https://a.example/mill">the page</a>.</p><pre>def turn():\n    for sack in rye:\n        grind(sack)</pre><ol start="5"><li>Sow.</li></ol>',
  ),
}
const zip = new Zip()
for (const [name, text] of Object.entries(files)) zip.addFile(name, Buffer.from(text))
zip.writeZip('mill.epub')
execFileSync('node_modules/.bin/epub2md', ['mill.epub'])
const [name] = readdirSync('mill').filter((file) => /one\.md$/.test(file))
console.log(readFileSync(`mill/${name}`, 'utf8').trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
See [the page](./https___a.example_mill.md).

def turn():
   for sack in rye:
       grind(sack)

1. Sow.
SEEN
diff expected seen
