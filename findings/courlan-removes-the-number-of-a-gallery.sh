#!/bin/sh
# courlan 1.4.0, with which trafilatura cleans the addresses of feeds and sitemaps, removes every query parameter with a name
# that starts like one of a tracker: `ga` also finds `gallery` and `game`, `gl` finds `glossary`, `ref` finds `reference`. Pages
# that differ by such a name get the same address, so all but one of them are lost as duplicates. It keeps `album` and `story`.
#
# Seen:
#   gallery=12: https://a.example/show
#   game=5: https://a.example/show
#   glossary=weir: https://a.example/show
#   reference=7: https://a.example/show
#   album=12: https://a.example/show?album=12
#   story=7: https://a.example/show?story=7
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet courlan==1.4.0
cat >run.py <<'PY'
from courlan import clean_url

for query in ["gallery=12", "game=5", "glossary=weir", "reference=7", "album=12", "story=7"]:
    print(f"{query}: {clean_url(f'https://a.example/show?{query}')}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
gallery=12: https://a.example/show
game=5: https://a.example/show
glossary=weir: https://a.example/show
reference=7: https://a.example/show
album=12: https://a.example/show?album=12
story=7: https://a.example/show?story=7
SEEN
diff expected seen
