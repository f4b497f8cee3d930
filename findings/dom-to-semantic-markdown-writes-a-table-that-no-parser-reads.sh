#!/bin/sh
# dom-to-semantic-markdown 1.5.0 writes the cells of a head with colspan in the first row, but only one rule of dashes for
# each cell of the page, and an empty place for the other columns. GitHub's tables need dashes for every column, so
# markdown-it 14.1.0 finds no table in the result.
#
# Seen:
#   | --- | --- | --- |
#   tables: 1
#   | --- | --- |  |
#   tables: 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund dom-to-semantic-markdown@1.5.0 markdown-it@14.1.0 jsdom@26.1.0
cat >run.mjs <<'JS'
import { convertHtmlToMarkdown } from 'dom-to-semantic-markdown'
import { JSDOM } from 'jsdom'
import markdownIt from 'markdown-it'

const { window } = new JSDOM('')
const tide = '<tr><td>Bergen</td><td>04:10</td><td>16:35</td></tr>'
const table = (head) => `<table><tr>${head}</tr>${tide}</table>`
for (const head of ['<th>Port</th><th>Low</th><th>High</th>', '<th>Port</th><th colspan="2">Tides</th>']) {
  const markdown = convertHtmlToMarkdown(table(head), { overrideDOMParser: new window.DOMParser() })
  console.log(markdown.trim().split('\n')[1])
  console.log('tables:', markdownIt().render(markdown).split('<table>').length - 1)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
| --- | --- | --- |
tables: 1
| --- | --- |  |
tables: 0
SEEN
diff expected seen
