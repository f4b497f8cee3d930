#!/bin/sh
# markdownify 1.2.3 fences code with three backticks even if the code has such a line itself, as text about Markdown does.
# The block then ends early, and the rest of the code is read as Markdown: markdown-it-py 4.0.0 finds two code blocks instead
# of one, and a heading.
#
# Seen:
#   code blocks: ['To fence code, write\n', 'and go on.\n']
#   headings: 1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet markdownify==1.2.3 markdown-it-py==4.0.0
cat >run.py <<'PY'
from markdown_it import MarkdownIt
from markdownify import markdownify

markdown = markdownify("<pre><code>To fence code, write\n```\n# a comment\n```\nand go on.</code></pre>")
tokens = MarkdownIt().parse(markdown)
print("code blocks:", [token.content for token in tokens if token.type == "fence"])
print("headings:", sum(token.type == "heading_open" for token in tokens))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
code blocks: ['To fence code, write\n', 'and go on.\n']
headings: 1
SEEN
diff expected seen
