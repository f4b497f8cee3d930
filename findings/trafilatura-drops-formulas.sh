#!/bin/sh
# trafilatura 2.3.1 drops MathML with its text, and so the numbers and variables of a sentence, in the text and in its
# HTML.
#
# Seen:
#   txt: sentence True, number False
#   html: sentence True, number False
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet trafilatura==2.3.1
cat >run.py <<'PY'
import trafilatura

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


part = "<p>It grinds <math><mi>n</mi><mo>=</mo><mn>40</mn></math> sacks a day.</p>"
for form in ["txt", "html"]:
    content = trafilatura.extract(page(part), output_format=form)
    print(f"{form}: sentence {'sacks a day' in content}, number {'40' in content}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
txt: sentence True, number False
html: sentence True, number False
SEEN
diff expected seen
