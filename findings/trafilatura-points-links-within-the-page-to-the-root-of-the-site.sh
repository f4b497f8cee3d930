#!/bin/sh
# trafilatura 2.3.1 with `include_links` turns a link to a place on the page into the site's address followed by the fragment.
# The path of the page is lost, so the link opens the front page.
#
# Seen:
#   https://a.example#wheel
#   https://a.example/weir
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet trafilatura==2.3.1
cat >run.py <<'PY'
import re

import trafilatura

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


part = '<p>Read about <a href="#wheel">the wheel</a> and <a href="/weir">the weir</a>.</p><h2 id="wheel">The wheel</h2>'
content = trafilatura.extract(page(part), url="https://a.example/rivers/mill", output_format="html", include_links=True)
print(*re.findall('href="([^"]*)"', content), sep="\n")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
https://a.example#wheel
https://a.example/weir
SEEN
diff expected seen
