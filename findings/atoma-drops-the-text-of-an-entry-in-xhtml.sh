#!/bin/sh
# atoma 0.0.17 (PyPI) has no content for an entry of Atom whose content is XHTML, a form that the standard has and blogs use.
# The entry is there, with its title and its link, and nothing says that its text is missing.
#
# Seen:
#   html: <p>It ground rye.</p>
#   xhtml: None
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet atoma==0.0.17
cat >run.py <<'PY'
import atoma

for kind, text in [("html", "&lt;p&gt;It ground rye.&lt;/p&gt;"), ("xhtml", '<div xmlns="http://www.w3.org/1999/xhtml"><p>It ground rye.</p></div>')]:
    feed = atoma.parse_atom_bytes(
        f"""<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:mills</id><updated>2026-01-01T00:00:00Z</updated><entry>
        <title>The mill</title><id>urn:mill</id><updated>2026-01-01T00:00:00Z</updated><content type="{kind}">{text}</content></entry></feed>""".encode()
    )
    print(f"{kind}: {feed.entries[0].content and feed.entries[0].content.value}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
html: <p>It ground rye.</p>
xhtml: None
SEEN
diff expected seen
