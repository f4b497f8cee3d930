#!/bin/sh
# editorjs-parser 1.5.3 writes `[object Object]` for each item of a list that the tool @editorjs/list 2 (the current
# one) has saved: these are objects with their text and the items below them. A list of tasks of the tool
# @editorjs/checklist is left out without a word.
#
# Seen:
#   <ul><li>[object Object]</li><li>[object Object]</li></ul><p class="paragraph"> Done. </p>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund editorjs-parser@1.5.3
cat >run.cjs <<'JS'
const Parser = require('editorjs-parser')

const item = (content, items = []) => ({ content, meta: {}, items })
const list = { style: 'unordered', meta: {}, items: [item('Boats', [item('Oars')]), item('Sails')] }
const checklist = { items: [{ text: 'Wash', checked: true }] }
const blocks = [
  { type: 'list', data: list },
  { type: 'checklist', data: checklist },
  { type: 'paragraph', data: { text: 'Done.' } },
]
console.log(new (Parser.default ?? Parser)().parse({ blocks }))
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
<ul><li>[object Object]</li><li>[object Object]</li></ul><p class="paragraph"> Done. </p>
SEEN
diff expected seen
