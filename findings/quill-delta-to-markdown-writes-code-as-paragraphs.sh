#!/bin/sh
# quill-delta-to-markdown 0.6.0 writes the lines of a block of code as plain lines without a fence, so Markdown joins
# them to a paragraph and drops their indentation. The items of an inner list get no indentation, so they become items
# of the outer one.
#
# Seen:
#   - Boats
#   - Oars
#
#   if (tide) {
#     wait()
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund quill-delta-to-markdown@0.6.0
cat >run.cjs <<'JS'
const { deltaToMarkdown } = require('quill-delta-to-markdown')

const line = (text, attributes) => [{ insert: text }, { insert: '\n', attributes }]
const code = { 'code-block': true }
const delta = [
  ...line('Boats', { list: 'bullet' }),
  ...line('Oars', { list: 'bullet', indent: 1 }),
  ...line('if (tide) {', code),
  ...line('  wait()', code),
]
console.log(deltaToMarkdown(delta).trim())
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
- Boats
- Oars

if (tide) {
  wait()
SEEN
diff expected seen
