#!/bin/sh
# feedgen 1.0.0 (PyPI) writes the links of an Atom entry with their address only: `rel`, `type` and `length` are lost. A
# recording, the source of a quotation and a related page all become alternates of the entry, and a reader opens whichever it
# prefers. In RSS from the same entry, the recording is an enclosure. The links of the feed itself keep their `rel`. Its tracker
# knows this (lkiesow/python-feedgen, issue 135).
#
# Seen:
#   atom: <link href="https://a.example/mill"/>
#   atom: <link href="https://a.example/mill.mp3"/>
#   atom: <link href="https://b.example/source"/>
#   rss: <enclosure url="https://a.example/mill.mp3" length="5" type="audio/mpeg"/>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet feedgen==1.0.0
cat >run.py <<'PY'
import re

from feedgen.feed import FeedGenerator

feed = FeedGenerator()
feed.id("urn:mills")
feed.title("Mills")
feed.description("Mills")
feed.link(href="https://a.example/", rel="alternate")
entry = feed.add_entry()
entry.id("urn:mill")
entry.title("The mill")
entry.link(href="https://a.example/mill", rel="alternate", type="text/html")
entry.enclosure("https://a.example/mill.mp3", 5, "audio/mpeg")
entry.link(href="https://b.example/source", rel="via")
atom = feed.atom_str().decode()
for link in re.findall("<link[^>]*>", atom[atom.index("<entry>"):]):
    print("atom:", link)
print("rss:", re.search("<enclosure[^>]*>", feed.rss_str().decode()).group())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
atom: <link href="https://a.example/mill"/>
atom: <link href="https://a.example/mill.mp3"/>
atom: <link href="https://b.example/source"/>
rss: <enclosure url="https://a.example/mill.mp3" length="5" type="audio/mpeg"/>
SEEN
diff expected seen
