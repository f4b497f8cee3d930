#!/bin/sh
# sentence-splitter 5.0.1 takes the mark of inches after a number for the start of a quotation. As nothing closes it, the rest
# of the paragraph is one sentence, however long it is, so a voice that reads it sentence by sentence has no place to stop or go
# back to. With the word "inch" instead of the mark, it finds every sentence.
#
# Seen:
#   27": 1 of 21
#   27 inch: 21 of 21
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sentence-splitter@5.0.1
cat >run.mjs <<'JS'
import { split } from 'sentence-splitter'

for (const size of ['27"', '27 inch']) {
  const text = `The wheel is ${size} wide. ${'The mill ground rye. It never stopped. '.repeat(10)}`
  console.log(`${size}: ${split(text).filter(({ type }) => type === 'Sentence').length} of 21`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
27": 1 of 21
27 inch: 21 of 21
SEEN
diff expected seen
