#!/bin/sh
# instapaper 0.5 (PyPI) marks a bookmark as starred when it archives it, and as not starred when it takes it back, because these
# functions change the wrong member. Whoever copies bookmarks after tidying up stars all that was archived, and loses the real
# stars. The text of a bookmark gets a space after each piece of markup, so also before a comma.
#
# Seen:
#   archive: True
#   unarchive: False
#   text: The old mill , which ground rye.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet instapaper==0.5
cat >run.py <<'PY'
from types import SimpleNamespace

from instapaper import Bookmark


class Http:
    def request(self, address, **_):
        return {"status": "200"}, b"<p>The <em>old mill</em>, which ground rye.</p>"


def saved(starred):
    return Bookmark(SimpleNamespace(http=Http()), {"bookmark_id": 1, "title": "The mill", "url": "https://a.example/", "starred": starred})


for name, starred in [("archive", "0"), ("unarchive", "1")]:
    bookmark = saved(starred)
    getattr(bookmark, name)()
    print(f"{name}: {bookmark.starred}")
print("text:", saved("0").text)
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
archive: True
unarchive: False
text: The old mill , which ground rye.
SEEN
diff expected seen
