#!/bin/sh
# epub-gen-memory 1.1.2 and @lesjoursfr/html-to-epub 6.2.0 write `math` and `svg` as HTML writes them, without a namespace. The
# pages of an EPUB are XML, so both become unknown elements of XHTML. A half is shown as the number 12, and a drawing is not
# there.
#
# Seen:
#   epub-gen-memory: math in xhtml, svg in xhtml
#   html-to-epub: math in xhtml, svg in xhtml
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund epub-gen-memory@1.1.2 @lesjoursfr/html-to-epub@6.2.0 adm-zip@0.5.16 jsdom@29.1.1
cat >run.mjs <<'JS'
import { EPub } from '@lesjoursfr/html-to-epub'
import Zip from 'adm-zip'
import epubGenMemory from 'epub-gen-memory'
import { JSDOM } from 'jsdom'

const part = '<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p><p><svg width="9" height="9"><circle cx="4" cy="4" r="4"/></svg></p>'
const show = (name, book) => {
  const zip = new Zip(book)
  const page = zip.getEntries().find(({ entryName }) => /mill[^/]*\.xhtml$/.test(entryName))
  const { document } = new JSDOM(zip.readAsText(page), { contentType: 'application/xhtml+xml' }).window
  const namespaceOf = (tag) => document.querySelector(tag).namespaceURI.split('/').pop()
  console.log(`${name}: math in ${namespaceOf('math')}, svg in ${namespaceOf('svg')}`)
}
const about = { title: 'Mills', author: ['Ada Lund'], description: 'Mills', lang: 'en' }
const generate = epubGenMemory.default ?? epubGenMemory
show('epub-gen-memory', await generate(about, [{ title: 'The mill', content: part, filename: 'mill.xhtml' }]))
await new EPub({ ...about, content: [{ title: 'The mill', data: part, filename: 'mill' }] }, 'book.epub').render()
show('html-to-epub', 'book.epub')
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
epub-gen-memory: math in xhtml, svg in xhtml
html-to-epub: math in xhtml, svg in xhtml
SEEN
diff expected seen
