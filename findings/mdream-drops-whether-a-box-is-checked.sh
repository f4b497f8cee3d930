#!/bin/sh
# mdream 1.7.2 leaves the check boxes of a list out, so that open and done tasks are alike. Markdown of GitHub has `[x]`
# and `[ ]` for them.
#
# Seen:
#   - Wash
#   - Peel
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mdream@1.7.2
cat >run.mjs <<'JS'
import { htmlToMarkdown } from 'mdream'

const box = (state) => `<li><input type="checkbox" disabled${state}>`
console.log(htmlToMarkdown(`<ul>${box(' checked')} Wash</li>${box('')} Peel</li></ul>`).trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
- Wash
- Peel
SEEN
diff expected seen
