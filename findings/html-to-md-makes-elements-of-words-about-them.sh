#!/bin/sh
# html-to-md 0.8.8 (npm) unescapes `&lt;` in a text and escapes nothing, so words about an element of HTML become the element in
# Markdown, and vanish when it is shown. It escapes signs of Markdown, such as the asterisk. html-to-markdown 3.21.2 (PyPI) does
# the same.
#
# Seen:
#   html-to-md: Write <em> for stress. -> <p>Write <em> for stress.</p>
#   html-to-markdown: Write <em> for stress. -> <p>Write <em> for stress.</p>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund html-to-md@0.8.8 marked@17.0.1
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet html-to-markdown==3.21.2
cat >run.mjs <<'JS'
import { execFileSync } from 'node:child_process'
import convert from 'html-to-md'
import { marked } from 'marked'

const html = '<p>Write &lt;em&gt; for stress.</p>'
const python = ['-c', 'import sys, html_to_markdown; print(html_to_markdown.convert(sys.argv[1]).content.strip())', html]
const results = { 'html-to-md': convert(html), 'html-to-markdown': execFileSync('env/bin/python', python, { encoding: 'utf8' }).trim() }
for (const [name, markdown] of Object.entries(results)) console.log(`${name}: ${markdown} -> ${marked.parse(markdown).trim()}`)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
html-to-md: Write <em> for stress. -> <p>Write <em> for stress.</p>
html-to-markdown: Write <em> for stress. -> <p>Write <em> for stress.</p>
SEEN
diff expected seen
