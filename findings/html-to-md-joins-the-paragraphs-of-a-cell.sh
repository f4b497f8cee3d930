#!/bin/sh
# html-to-md 0.8.8 joins the blocks in a cell of a table without a space, so that two words become one. AsciiDoc writes each note as
# such a table, with the title and the text in one cell.
#
# Seen:
#   |Warning|Mind the stonesThey turn fast.|
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund html-to-md@0.8.8
cat >run.mjs <<'JS'
import converter from 'html-to-md'

const cell = '<div class="title">Mind the stones</div><p>They turn fast.</p>'
const lines = converter(`<table><tr><td>Warning</td><td>${cell}</td></tr></table>`).split('\n')
console.log(lines.find((line) => line.includes('Warning')))
JS
node run.mjs >seen
cat seen
printf '|Warning|Mind the stonesThey turn fast.|\n' | diff - seen
