#!/bin/sh
# html-text 0.7.1 puts a space before `sup` and `sub`, as between words. An exponent becomes a number of its own, and the formula
# of water three words.
#
# Seen:
#   10 6 metres of H 2 O
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet html-text==0.7.1
cat >run.py <<'PY'
import html_text

print(html_text.extract_text("<p>10<sup>6</sup> metres of H<sub>2</sub>O</p>"))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
10 6 metres of H 2 O
SEEN
diff expected seen
