#!/bin/sh
# lucene 2.1.1 (npm) parses a word with a similarity and a weight, as Lucene has them, and writes the weight first. Its own
# parser refuses the result, so a saved search that was built or changed with it cannot be opened again.
#
# Seen:
#   rye~0.8 -> rye~0.8 -> read again
#   rye^2 -> rye^2 -> read again
#   rye~0.8^2 -> rye^2~0.8 -> SyntaxError
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund lucene@2.1.1
cat >run.mjs <<'JS'
import lucene from 'lucene'

for (const query of ['rye~0.8', 'rye^2', 'rye~0.8^2']) {
  const written = lucene.toString(lucene.parse(query))
  try {
    lucene.parse(written)
    console.log(query, '->', written, '-> read again')
  } catch (error) {
    console.log(query, '->', written, '->', error.name)
  }
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
rye~0.8 -> rye~0.8 -> read again
rye^2 -> rye^2 -> read again
rye~0.8^2 -> rye^2~0.8 -> SyntaxError
SEEN
diff expected seen
