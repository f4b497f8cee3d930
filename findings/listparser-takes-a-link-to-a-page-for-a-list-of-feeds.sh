#!/bin/sh
# listparser 0.20 returns every outline of the type `link` as another list of subscriptions. OPML 2.0 says that only a
# link whose address ends in .opml is one, and that others are pages. A program that follows the lists fetches pages as
# OPML.
#
# Seen:
#   The mill https://a.example/mill
#   Friends https://a.example/friends.opml
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet listparser==0.20
cat >run.py <<'PY'
import listparser

links = [("The mill", "https://a.example/mill"), ("Friends", "https://a.example/friends.opml")]
body = "".join(f'<outline type="link" text="{text}" url="{url}"/>' for text, url in links)
found = listparser.parse(f'<opml version="2.0"><head><title>Saved</title></head><body>{body}</body></opml>')
for one in found.lists:
    print(one.title, one.url)
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
The mill https://a.example/mill
Friends https://a.example/friends.opml
SEEN
diff expected seen
