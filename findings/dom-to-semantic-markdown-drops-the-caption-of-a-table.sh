#!/bin/sh
# dom-to-semantic-markdown 1.5.0 (with jsdom 26.1.0) drops the caption of a table, which many pages use as its only title. A heading
# above the table stays.
#
# Seen:
#   caption: false
#   heading: true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund dom-to-semantic-markdown@1.5.0 jsdom@26.1.0
cat >run.mjs <<'JS'
import { convertHtmlToMarkdown } from 'dom-to-semantic-markdown'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM('')
const rows = '<thead><tr><th>Year</th><th>Price</th></tr></thead><tbody><tr><td>1790</td><td>4</td></tr></tbody>'
const markdownOf = (html) => convertHtmlToMarkdown(html, { overrideDOMParser: new window.DOMParser() })
const forms = {
  caption: `<table><caption>Prices of rye</caption>${rows}</table>`,
  heading: `<h3>Prices of rye</h3><table>${rows}</table>`,
}
for (const [form, html] of Object.entries(forms)) console.log(`${form}: ${markdownOf(html).includes('Prices of rye')}`)
JS
node run.mjs >seen
cat seen
printf 'caption: false\nheading: true\n' | diff - seen
