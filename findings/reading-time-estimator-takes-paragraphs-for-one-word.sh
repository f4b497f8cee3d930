#!/bin/sh
# reading-time-estimator 2.13.0 (npm) accepts HTML, and removes its elements before it counts words. The last word of a
# paragraph and the first one of the next become one, so a page without spaces between its paragraphs counts fewer words, and a
# list of single words is one word.
#
# Seen:
#   with spaces: {"minutes":2,"words":400,"text":"2 min read"}
#   as a list: {"minutes":0,"words":1,"text":"less than a minute read"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund reading-time-estimator@2.13.0
cat >run.mjs <<'JS'
import { readingTime } from 'reading-time-estimator'

const WORDS = Array.from({ length: 400 }, () => 'rye')
console.log('with spaces:', JSON.stringify(readingTime(WORDS.join(' '))))
console.log('as a list:', JSON.stringify(readingTime(`<ul>${WORDS.map((word) => `<li>${word}</li>`).join('')}</ul>`)))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
with spaces: {"minutes":2,"words":400,"text":"2 min read"}
as a list: {"minutes":0,"words":1,"text":"less than a minute read"}
SEEN
diff expected seen
