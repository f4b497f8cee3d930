#!/bin/sh
# liqe 3.8.7 (npm) parses a query with an escaped quotation mark in a phrase, and serializes it without the backslash. Its own
# parser refuses the result, so a saved search for a title with a quotation cannot be opened again.
#
# Seen:
#   title:"the \"old\" mill" -> title:"the "old" mill"
#   SyntaxError
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund liqe@3.8.7
cat >run.mjs <<'JS'
import { parse, serialize } from 'liqe'

const query = String.raw`title:"the \"old\" mill"`
const written = serialize(parse(query))
console.log(query, '->', written)
try {
  parse(written)
  console.log('read again')
} catch (error) {
  console.log(error.name)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
title:"the \"old\" mill" -> title:"the "old" mill"
SyntaxError
SEEN
diff expected seen
