#!/bin/sh
# fastfeedparser 0.6.5 (PyPI) keeps the first author of an entry, in Atom and in JSON Feed 1.1, which both have several. Its
# list `authors`, which looks as if it held all, has one. An entry without a date of publication gets that of its last change.
#
# Seen:
#   Atom: ['Ann']
#   JSON Feed: ['Ann']
#   published: 2026-03-05T00:00:00+00:00
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet fastfeedparser==0.6.5
cat >run.py <<'PY'
import json

import fastfeedparser

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:mills</id><updated>2026-01-01T00:00:00Z</updated><entry>
<title>The mill</title><id>urn:mill</id><updated>2026-03-05T00:00:00Z</updated><author><name>Ann</name></author><author><name>Bo</name></author>
<content>It ground rye.</content></entry></feed>"""
JSON_FEED = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Mills",
        "items": [{"id": "1", "content_text": "It ground rye.", "authors": [{"name": "Ann"}, {"name": "Bo"}]}],
    }
)
for kind, text in [("Atom", ATOM), ("JSON Feed", JSON_FEED)]:
    print(f"{kind}: {[author['name'] for author in fastfeedparser.parse(text)['entries'][0]['authors']]}")
print("published:", fastfeedparser.parse(ATOM)["entries"][0]["published"])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
Atom: ['Ann']
JSON Feed: ['Ann']
published: 2026-03-05T00:00:00+00:00
SEEN
diff expected seen
