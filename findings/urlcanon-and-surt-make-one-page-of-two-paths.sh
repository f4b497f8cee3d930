#!/bin/sh
# urlcanon 0.3.1 (PyPI) decodes `%2F` in a path with its canonicalizer `semantic`, which is to keep what an address means, and
# so does surt 0.3.1, whose keys archives look pages up by. In RFC 3986 an encoded slash is no separator: the pages of a topic
# called "rye/oats" and of "oats" below "rye" become one. `semantic` also removes what is behind `#!`, by which older
# applications name their pages.
#
# Seen:
#   https://a.example/topic/rye%2Foats -> https://a.example/topic/rye/oats example,a)/topic/rye/oats
#   https://a.example/topic/rye/oats -> https://a.example/topic/rye/oats example,a)/topic/rye/oats
#   https://a.example/#!/notes/12 -> https://a.example/ example,a)/
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet urlcanon==0.3.1 surt==0.3.1
cat >run.py <<'PY'
import urlcanon
from surt import surt

for address in ["https://a.example/topic/rye%2Foats", "https://a.example/topic/rye/oats", "https://a.example/#!/notes/12"]:
    print(address, "->", urlcanon.semantic(address), surt(address))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
https://a.example/topic/rye%2Foats -> https://a.example/topic/rye/oats example,a)/topic/rye/oats
https://a.example/topic/rye/oats -> https://a.example/topic/rye/oats example,a)/topic/rye/oats
https://a.example/#!/notes/12 -> https://a.example/ example,a)/
SEEN
diff expected seen
