#!/bin/sh
# goose3 3.1.22 (PyPI) leaves words in `q` out of their sentence, and drops headings, items of a list with few words, code,
# tables, captions and short paragraphs from an article, all without a trace.
#
# Seen:
#   …
#   • Rye, forty sacks a week, all the year round, and in winter too
#   Was it closed? The miller says to all who ask him. …
#   …
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet goose3==3.1.22
cat >run.py <<'PY'
from goose3 import Goose

PROSE = "The mill by the river ground rye for three villages, and its wheel can still be heard at night by those who listen. " * 2
HTML = f"""<html lang="en"><head><title>Mills</title></head><body><article><h1>Mills</h1><p>{PROSE}</p><h2>The wheel</h2>
<ul><li>Rye, forty sacks a week, all the year round, and in winter too</li><li>Oats</li></ul><pre><code>turn(wheel)</code></pre>
<p>Was it closed? The miller says <q>no</q> to all who ask him. {PROSE}</p><table><tr><th>Year</th></tr><tr><td>1890</td></tr></table>
<figure><img src="/w.jpg" alt=""><figcaption>The wheel in 1890</figcaption></figure><p>It still turns.</p><p>{PROSE}</p></article></body></html>"""

for line in Goose().extract(raw_html=HTML).cleaned_text.split("\n"):
    if line.strip():
        print(line.replace(PROSE.strip(), "…"))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
…
• Rye, forty sacks a week, all the year round, and in winter too
Was it closed? The miller says to all who ask him. …
…
SEEN
diff expected seen
