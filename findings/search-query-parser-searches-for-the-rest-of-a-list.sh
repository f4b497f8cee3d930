#!/bin/sh
# search-query-parser 1.6.0 (npm) splits the value of a keyword at commas. If the first value is in quotation marks, the list
# ends there, and the comma with the next value becomes a text to search for.
#
# Seen:
#   tag:rye,mills -> tags ["rye","mills"], text []
#   tag:"water mills",rye -> tags ["water mills"], text [",rye"]
#   tag:rye,"water mills" -> tags ["rye","\"water"], text ["mills"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund search-query-parser@1.6.0
cat >run.mjs <<'JS'
import { parse } from 'search-query-parser'

for (const query of ['tag:rye,mills', 'tag:"water mills",rye', 'tag:rye,"water mills"']) {
  const { tag, text } = parse(query, { keywords: ['tag'], alwaysArray: true, tokenize: true, offsets: false })
  console.log(`${query} -> tags ${JSON.stringify(tag)}, text ${JSON.stringify(text ?? [])}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
tag:rye,mills -> tags ["rye","mills"], text []
tag:"water mills",rye -> tags ["water mills"], text [",rye"]
tag:rye,"water mills" -> tags ["rye","\"water"], text ["mills"]
SEEN
diff expected seen
