#!/bin/sh
# fastfeedparser 0.6.5 (PyPI) returns a text in XHTML together with the element `content` of Atom around it, which is no element
# of HTML. Software that shows the value, or takes its first paragraph, meets an unknown element, and relative addresses are not
# resolved against `xml:base`.
#
# Seen:
#   <content xmlns="http://www.w3.org/2005/Atom" type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Rye.</p></div></content>
#   mill
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet fastfeedparser==0.6.5
cat >run.py <<'PY'
import fastfeedparser

entry = fastfeedparser.parse(
    """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><title>Mills</title><id>urn:mills</id>
<updated>2026-01-01T00:00:00Z</updated><entry><title>The mill</title><id>urn:mill</id><updated>2026-01-01T00:00:00Z</updated><link href="mill"/>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Rye.</p></div></content></entry></feed>"""
)["entries"][0]
print(entry["content"][0]["value"])
print(entry["link"])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
<content xmlns="http://www.w3.org/2005/Atom" type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Rye.</p></div></content>
mill
SEEN
diff expected seen
