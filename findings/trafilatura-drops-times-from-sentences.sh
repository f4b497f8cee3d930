#!/bin/sh
# trafilatura 2.3.1 removes `time` with its text wherever it stands, so a sentence about a timetable loses its times. The
# same words in a `span` stay.
#
# Seen:
#   time: The wheel turns from to .
#   span: The wheel turns from six to noon.
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


for tag in ["time", "span"]:
    text = trafilatura.extract(page(f"<p>The wheel turns from <{tag}>six</{tag}> to <{tag}>noon</{tag}>.</p>"))
    print(tag + ":", next(line for line in text.splitlines() if line.startswith("The wheel turns")))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
time: The wheel turns from to .
span: The wheel turns from six to noon.
SEEN
diff expected seen
