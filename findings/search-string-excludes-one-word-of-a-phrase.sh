#!/bin/sh
# search-string 4.1.0 (npm) writes an excluded phrase without its quotation marks. Read again, the query excludes the first word
# alone, and requires the others.
#
# Seen:
#   rye -"water mill": with "rye", without "water mill"
#   tag:old rye -water mill: with "rye", without "water", with "mill"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund search-string@4.1.0
cat >run.mjs <<'JS'
import SearchString from 'search-string'

const show = (search) => search.getTextSegments().map(({ text, negated }) => `${negated ? 'without' : 'with'} "${text}"`).join(', ')
const search = SearchString.parse('rye -"water mill"')
console.log('rye -"water mill":', show(search))
search.addEntry('tag', 'old', false)
console.log(`${search.toString()}:`, show(SearchString.parse(search.toString())))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
rye -"water mill": with "rye", without "water mill"
tag:old rye -water mill: with "rye", without "water", with "mill"
SEEN
diff expected seen
