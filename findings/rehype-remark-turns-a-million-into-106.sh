#!/bin/sh
# rehype-remark 10.0.1 (npm) drops `sup` and `sub` and keeps their text, so ten to the sixth power becomes the number 106, and
# the number of a note grows together with the number before it. html-to-markdown 3.21.2 (PyPI) does the same by default. No
# message says so.
#
# Seen:
#   rehype-remark: 106 sacks since 18902 (messages: 0)
#   html-to-markdown: 106 sacks since 18902
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rehype-remark@10.0.1 rehype-parse@9.0.1 remark-stringify@11.0.0 unified@11.0.5
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet html-to-markdown==3.21.2
cat >run.mjs <<'JS'
import { execFileSync } from 'node:child_process'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

const html = '<p>10<sup>6</sup> sacks since 1890<sup>2</sup></p>'
const file = await unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).use(remarkStringify).process(html)
console.log(`rehype-remark: ${String(file).trim()} (messages: ${file.messages.length})`)
const python = ['-c', 'import sys, html_to_markdown; print(html_to_markdown.convert(sys.argv[1]).content.strip())', html]
console.log('html-to-markdown:', execFileSync('env/bin/python', python, { encoding: 'utf8' }).trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
rehype-remark: 106 sacks since 18902 (messages: 0)
html-to-markdown: 106 sacks since 18902
SEEN
diff expected seen
