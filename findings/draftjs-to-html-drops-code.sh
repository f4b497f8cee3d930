#!/bin/sh
# draftjs-to-html 0.9.1 leaves out blocks of the type `code-block`, which Draft.js itself writes for code
# (`convertToRaw`, RichUtils.toggleCode). It knows only a type `code`, which is no type of Draft.js. Nothing says that
# text is missing.
#
# Seen:
#   <p>Open the gate:</p>
#   <p>Wait.</p>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund draftjs-to-html@0.9.1
cat >run.cjs <<'JS'
const draftToHtml = require('draftjs-to-html')

const block = (key, type, text) => ({ key, type, text, depth: 0, inlineStyleRanges: [], entityRanges: [], data: {} })
const blocks = [
  block('a', 'unstyled', 'Open the gate:'),
  block('b', 'code-block', 'gate.open()'),
  block('c', 'unstyled', 'Wait.'),
]
console.log(draftToHtml({ blocks, entityMap: {} }).trim().replaceAll(/\n+/g, '\n'))
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
<p>Open the gate:</p>
<p>Wait.</p>
SEEN
diff expected seen
