#!/bin/sh
# @graphcms/rich-text-html-renderer 0.3.1, the renderer of Hygraph, puts a line break and six spaces before the first
# line of code in a `pre`, so that browsers show this line indented and the others not. A link gets spaces and line
# breaks around its text, so a sentence that ends with one has a space before its full stop.
#
# Seen:
#   "\n      open()\nwait()\n    "
#   "See \n    \n      the map\n    \n  ."
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @graphcms/rich-text-html-renderer@0.3.1
cat >run.cjs <<'JS'
const { astToHtmlString } = require('@graphcms/rich-text-html-renderer')

const text = (value) => ({ text: value })
const link = { type: 'link', href: 'https://a.example/', children: [text('the map')] }
const children = [
  { type: 'code-block', children: [text('open()\nwait()')] },
  { type: 'paragraph', children: [text('See '), link, text('.')] },
]
const html = astToHtmlString({ content: { children } })
console.log(JSON.stringify(html.match(/<pre[^>]*>([^]*)<\/pre>/)[1]))
console.log(JSON.stringify(html.match(/<p>([^]*)<\/p>/)[1].replace(/<[^>]*>/g, '')))
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
"\n      open()\nwait()\n    "
"See \n    \n      the map\n    \n  ."
SEEN
diff expected seen
