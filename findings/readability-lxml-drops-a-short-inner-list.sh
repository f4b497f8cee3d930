#!/bin/sh
# readability-lxml 0.9 removes an inner list of fewer than 25 characters, such as the two steps below an ingredient, and keeps
# the list around it. A longer inner list stays.
#
# Seen:
#   18 characters: [True, False, False, True]
#   26 characters: [True, True, True, True]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet readability-lxml==0.9
cat >run.py <<'PY'
from readability import Document

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


for steps in [["ground twice", "sieved"], ["ground twice", "sieved by hand"]]:
    inner = "".join(f"<li>{step}</li>" for step in steps)
    part = f"<ul><li>Two sacks of rye<ul>{inner}</ul></li><li>One sack of salt</li></ul>"
    summary = Document(page(part)).summary()
    print(f"{len(''.join(steps))} characters:", [text in summary for text in ["Two sacks", *steps, "One sack"]])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
18 characters: [True, False, False, True]
26 characters: [True, True, True, True]
SEEN
diff expected seen
