#!/bin/sh
# epubjs 0.3.93 counts the text behind a comment as a place of its own. By EPUB CFI 1.1, comments do not count, so the text
# before and after one is a single place, and foliate-js 1.0.1 and epub-cfi-resolver 1.0.2 count so. A highlight that a reader
# built on one has saved is shown at other words, or nowhere, in a reader built on the other. Without the comment, they agree.
#
# Seen:
#   comment, rye: epubjs /4/2,/3:0,/3:3, foliate-js /4/2,/1:16,/1:19, resolver /4/2/1:16
#   comment, rye of epubjs in foliate-js: "for"
#   no comment, rye: epubjs /4/2,/1:16,/1:19, foliate-js /4/2,/1:16,/1:19, resolver /4/2/1:16
#   no comment, rye of epubjs in foliate-js: "rye"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund epubjs@0.3.93 foliate-js@1.0.1 epub-cfi-resolver@1.0.2 jsdom@29.1.1
cat >run.mjs <<'JS'
import Resolver from 'epub-cfi-resolver'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM('')
const names = ['window', 'document', 'Node', 'NodeFilter', 'Range', 'Text', 'CDATASection', 'XPathResult']
for (const name of names) globalThis[name] = window[name] ?? window
const { default: epubjs } = await import('epubjs')
const foliate = await import('foliate-js/epubcfi.js')

for (const [name, comment] of [['comment', '<!-- p. 12 -->'], ['no comment', '']]) {
  const part = `<p>The mill ground ${comment}rye <b>and oats </b>for us.</p>`
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Mill</title></head><body>${part}</body></html>`
  const { document } = new JSDOM(page, { contentType: 'application/xhtml+xml' }).window
  const text = [...document.querySelector('p').childNodes].find((node) => node.nodeType === 3 && node.data.includes('rye'))
  const start = text.data.indexOf('rye')
  const range = document.createRange()
  range.setStart(text, start)
  range.setEnd(text, start + 3)
  const inner = (cfi) => cfi.slice('epubcfi('.length, -1).split('!').pop()
  const ofEpubjs = inner(new epubjs.EpubCFI(range, '/6/4').toString())
  const ofResolver = Resolver.generate(text, start).replace('epubcfi(/2', '').slice(0, -1)
  console.log(`${name}, rye: epubjs ${ofEpubjs}, foliate-js ${inner(foliate.fromRange(range))}, resolver ${ofResolver}`)
  const again = foliate.toRange(document, foliate.parse(`epubcfi(${ofEpubjs})`))
  console.log(`${name}, rye of epubjs in foliate-js: ${JSON.stringify(again.toString())}`)
}
JS
node --no-warnings run.mjs >seen
cat seen
cat >expected <<'SEEN'
comment, rye: epubjs /4/2,/3:0,/3:3, foliate-js /4/2,/1:16,/1:19, resolver /4/2/1:16
comment, rye of epubjs in foliate-js: "for"
no comment, rye: epubjs /4/2,/1:16,/1:19, foliate-js /4/2,/1:16,/1:19, resolver /4/2/1:16
no comment, rye of epubjs in foliate-js: "rye"
SEEN
diff expected seen
