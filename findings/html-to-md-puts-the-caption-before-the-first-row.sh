#!/bin/sh
# html-to-md 0.8.8 (npm) copies the caption of a table into the line of its first row, as HTML. The line no longer starts a
# table of GitHub Flavored Markdown, or the caption becomes a part of a cell, and an empty head row precedes it if the table has
# no `thead`.
#
# Seen:
#   |||
#   |---|---|
#   <caption>Mills</caption>|Mill|Grain|
#   |Old|Rye|
#
#   <caption>Mills</caption>|Mill|Grain|
#   |---|---|
#   |Old|Rye|
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund html-to-md@0.8.8
cat >run.mjs <<'JS'
import convert from 'html-to-md'

const rows = ['<tr><th>Mill</th><th>Grain</th></tr>', '<tr><td>Old</td><td>Rye</td></tr>']
console.log(convert(`<table><caption>Mills</caption>${rows.join('')}</table>`))
console.log()
console.log(convert(`<table><caption>Mills</caption><thead>${rows[0]}</thead><tbody>${rows[1]}</tbody></table>`))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
|||
|---|---|
<caption>Mills</caption>|Mill|Grain|
|Old|Rye|

<caption>Mills</caption>|Mill|Grain|
|---|---|
|Old|Rye|
SEEN
diff expected seen
