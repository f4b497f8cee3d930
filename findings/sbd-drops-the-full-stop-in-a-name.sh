#!/bin/sh
# sbd 1.0.19 splits a name at a full stop between a small and a capital letter, or between two capitals, and drops that full
# stop. The sentences no longer add up to the text, so a place in one of them cannot be counted back to a place in the article.
#
# Seen:
#   ["It was built with ASP","NET in a year.","It ran."]
#   ["The road to St","Andrews is long.","We walked."]
#   ["She wrote for example.com then.","She left."]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sbd@1.0.19
cat >run.mjs <<'JS'
import sbd from 'sbd'

for (const text of [
  'It was built with ASP.NET in a year. It ran.',
  'The road to St.Andrews is long. We walked.',
  'She wrote for example.com then. She left.',
])
  console.log(JSON.stringify(sbd.sentences(text)))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
["It was built with ASP","NET in a year.","It ran."]
["The road to St","Andrews is long.","We walked."]
["She wrote for example.com then.","She left."]
SEEN
diff expected seen
