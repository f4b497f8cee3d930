#!/bin/sh
# turndown 7.2.5 writes a link around a heading and a paragraph, as cards are marked up, with blank lines inside its
# brackets. Markdown ends a paragraph there, so markdown-it 14.1.0 finds no link in the result, but brackets as text.
#
# Seen:
#   links: 0
#   text: [ The mill By the river. ](https://a.example/mill)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund turndown@7.2.5 markdown-it@14.1.0
cat >run.mjs <<'JS'
import markdownIt from 'markdown-it'
import TurndownService from 'turndown'

const markdown = new TurndownService({ headingStyle: 'atx' }).turndown(
  '<a href="https://a.example/mill"><h3>The mill</h3><p>By the river.</p></a>',
)
const html = markdownIt().render(markdown)
console.log('links:', (html.match(/<a /g) ?? []).length)
console.log('text:', html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
links: 0
text: [ The mill By the river. ](https://a.example/mill)
SEEN
diff expected seen
