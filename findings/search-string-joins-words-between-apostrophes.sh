#!/bin/sh
# search-string 4.1.0 (npm) takes an apostrophe within a word for the start of a phrase if another one follows somewhere. A
# search for "it's Ann's mill" looks for the phrase "its Anns". With one apostrophe, the word stays as it is.
#
# Seen:
#   Ann's mill -> ["Ann's","mill"]
#   it's Ann's mill -> ["its Anns","mill"]
#   don't read or can't -> ["dont read or cant"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund search-string@4.1.0
cat >run.mjs <<'JS'
import SearchString from 'search-string'

for (const query of ["Ann's mill", "it's Ann's mill", "don't read or can't"]) {
  console.log(query, '->', JSON.stringify(SearchString.parse(query).getTextSegments().map(({ text }) => text)))
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Ann's mill -> ["Ann's","mill"]
it's Ann's mill -> ["its Anns","mill"]
don't read or can't -> ["dont read or cant"]
SEEN
diff expected seen
