#!/bin/sh
# remove-markdown 0.7.0 (npm) takes everything from `<` to the next `>` for an element of HTML, which in Markdown begins with a
# letter right after the sign. A sentence that compares numbers loses what is between the signs.
#
# Seen:
#   Rye 3  2.
#   Mills  1890 on steam.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund remove-markdown@0.7.0
cat >run.mjs <<'JS'
import removeMarkdown from 'remove-markdown'

for (const text of ['Rye 3 < 4, oats 5 > 2.', 'Mills < 1890 ran on water, those > 1890 on steam.']) console.log(removeMarkdown(text))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Rye 3  2.
Mills  1890 on steam.
SEEN
diff expected seen
