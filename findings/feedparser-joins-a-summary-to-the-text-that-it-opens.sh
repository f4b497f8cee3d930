#!/bin/sh
# feedparser 6.0.14 keeps `details` in the content of an entry but removes the tags of its `summary`, which is not in its list of
# elements. The line to press is gone, and its last word is joined to the first word of the text.
#
# Seen:
#   <details>Why did it stop?The river froze.</details>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet feedparser==6.0.14
cat >run.py <<'PY'
import html

import feedparser

FEED = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id>
<updated>2026-01-01T00:00:00Z</updated><entry><id>urn:b</id><title>The mill</title><updated>2026-01-01T00:00:00Z</updated>
<link href="https://a.example/"/><content type="html">%s</content></entry></feed>"""


def content(markup):
    return feedparser.parse(FEED % html.escape(markup)).entries[0].content[0].value


print(content("<details><summary>Why did it stop?</summary>The river froze.</details>"))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
<details>Why did it stop?The river froze.</details>
SEEN
diff expected seen
