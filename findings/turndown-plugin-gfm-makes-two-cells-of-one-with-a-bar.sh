#!/bin/sh
# turndown 7.2.5 with turndown-plugin-gfm 1.0.2 does not escape a bar in a table cell, and writes a line break in a cell as
# one. Read back by markdown-it 14.1.0, the first row has a cell that ends at the bar, its last cell is lost, and the second
# row is cut at the line break.
#
# Seen:
#   sort / uniq
#   cut / 
#   paste / columns
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund turndown@7.2.5 turndown-plugin-gfm@1.0.2 markdown-it@14.1.0
cat >run.mjs <<'JS'
import markdownIt from 'markdown-it'
import TurndownService from 'turndown'
import { gfm } from 'turndown-plugin-gfm'

const service = new TurndownService()
service.use(gfm)
const markdown = service.turndown(
  '<table><tr><th>Command</th><th>Use</th></tr><tr><td>sort | uniq</td><td>counts</td></tr><tr><td>cut<br>paste</td><td>columns</td></tr></table>',
)
const rows = markdownIt().render(markdown).match(/<tr>[^]*?<\/tr>/g).slice(1)
for (const row of rows) console.log(row.match(/<td>[^<]*/g).map((cell) => cell.slice(4)).join(' / '))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
sort / uniq
cut / 
paste / columns
SEEN
diff expected seen
