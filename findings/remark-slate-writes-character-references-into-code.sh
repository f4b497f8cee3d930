#!/bin/sh
# remark-slate 1.8.6 writes a document of Slate as Markdown, and escapes `<` and `>` as in HTML, in code too. CommonMark 0.31,
# 2.5, says that a character reference in code is text, so marked 16.4.1 shows `&lt;` to the reader, and code that is copied
# from it does not run.
#
# Seen:
#   "```js\nif (rye &lt; wheat) grind()\n```" is shown as "if (rye &lt; wheat) grind()"
#   "Use `rye &lt; wheat`" is shown as "Use rye &lt; wheat"
#   "The rye &lt; the wheat" is shown as "The rye < the wheat"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund remark-slate@1.8.6 marked@16.4.1
cat >run.mjs <<'JS'
import { createRequire } from 'node:module'
import { marked } from 'marked'

const { serialize } = createRequire(import.meta.url)('remark-slate')
const shown = (html) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&amp;', '&').trim()
for (const block of [
  { type: 'code_block', language: 'js', children: [{ text: 'if (rye < wheat) grind()' }] },
  { type: 'paragraph', children: [{ text: 'Use ' }, { text: 'rye < wheat', code: true }] },
  { type: 'paragraph', children: [{ text: 'The rye < the wheat' }] },
]) {
  const markdown = serialize(block).trim()
  console.log(`${JSON.stringify(markdown)} is shown as ${JSON.stringify(shown(marked(markdown)))}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
"```js\nif (rye &lt; wheat) grind()\n```" is shown as "if (rye &lt; wheat) grind()"
"Use `rye &lt; wheat`" is shown as "Use rye &lt; wheat"
"The rye &lt; the wheat" is shown as "The rye < the wheat"
SEEN
diff expected seen
