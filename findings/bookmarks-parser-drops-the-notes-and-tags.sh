#!/bin/sh
# bookmarks-parser 1.5.0 (npm) returns the address, title, date and icon of a bookmark of a browser's file. The note below it
# (`<DD>`) and its tags, both of which a person wrote, are lost, and a page to read (`TOREAD`) is one among all.
#
# Seen:
#   [{"type":"bookmark","url":"https://a.example/mill","title":"The mill","add_date":"1700000000"}]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bookmarks-parser@1.5.0
cat >run.mjs <<'JS'
import parse from 'bookmarks-parser'

const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
<DT><A HREF="https://a.example/mill" ADD_DATE="1700000000" TAGS="rye,mills" TOREAD="1">The mill</A>
<DD>Ask Ann about the wheel
</DL><p>`
parse(file, (error, { bookmarks }) => console.log(JSON.stringify(bookmarks[0].children ?? bookmarks)))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
[{"type":"bookmark","url":"https://a.example/mill","title":"The mill","add_date":"1700000000"}]
SEEN
diff expected seen
