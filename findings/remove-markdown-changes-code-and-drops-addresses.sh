#!/bin/sh
# remove-markdown 0.7.0 (npm) removes the asterisks of code, which Markdown takes as it is, drops an address in angle brackets,
# and leaves a part of the address of a link that contains brackets, as those of Wikipedia do.
#
# Seen:
#   Run `2*3*4` now. -> Run 234 now.
#   See <https://a.example/mill> for more. -> See  for more.
#   The [mill](https://a.example/Mill_(rye)) turns. -> The mill) turns.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund remove-markdown@0.7.0
cat >run.mjs <<'JS'
import removeMarkdown from 'remove-markdown'

for (const text of ['Run `2*3*4` now.', 'See <https://a.example/mill> for more.', 'The [mill](https://a.example/Mill_(rye)) turns.']) {
  console.log(`${text} -> ${removeMarkdown(text)}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Run `2*3*4` now. -> Run 234 now.
See <https://a.example/mill> for more. -> See  for more.
The [mill](https://a.example/Mill_(rye)) turns. -> The mill) turns.
SEEN
diff expected seen
