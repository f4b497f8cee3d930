#!/bin/sh
# node-bookmarks-parser 2.0.0 looks for the contents of a folder only next to its name. In the Netscape format, the description
# of a folder (`DD`), which older versions of Firefox wrote, stands between the two, and an HTML parser puts the list of
# contents inside it. The folder is returned without children, so all bookmarks in it, however deep, are missing from an import.
# bookmarks-parser 1.5.0 finds them in either case.
#
# Seen:
#   node-bookmarks-parser: 0 with a description, 2 without
#   bookmarks-parser: 2 with a description, 2 without
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-bookmarks-parser@2.0.0 bookmarks-parser@1.5.0
cat >run.cjs <<'JS'
const parseOld = require('bookmarks-parser')

const file = (description) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1700000000">Mills</H3>
    ${description}<DL><p>
        <DT><A HREF="https://a.example/water" ADD_DATE="1700000100">The water mill</A>
        <DT><H3>Wind</H3>
        <DL><p>
            <DT><A HREF="https://a.example/post" ADD_DATE="1700000200">The post mill</A>
        </DL><p>
    </DL><p>
</DL><p>
`
const described = file('<DD>What ground our rye\n    ')
const plain = file('')
const count = (rows) => rows.reduce((sum, row) => sum + (row.url ? 1 : 0) + count(row.children ?? []), 0)
const countOld = (text) =>
  new Promise((resolve, reject) => parseOld(text, (error, result) => (error ? reject(error) : resolve(count(result.bookmarks)))))
const main = async () => {
  const module = await import('node-bookmarks-parser')
  const parse = module.default?.default ?? module.default
  console.log(`node-bookmarks-parser: ${count(parse(described))} with a description, ${count(parse(plain))} without`)
  console.log(`bookmarks-parser: ${await countOld(described)} with a description, ${await countOld(plain)} without`)
}
main()
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
node-bookmarks-parser: 0 with a description, 2 without
bookmarks-parser: 2 with a description, 2 without
SEEN
diff expected seen
