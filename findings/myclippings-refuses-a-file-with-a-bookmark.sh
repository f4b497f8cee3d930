#!/bin/sh
# myclippings 0.0.6 (PyPI) refuses the whole file of clippings of a Kindle if it has a bookmark, which the device writes to the
# same file as the highlights and notes, without words. The same file without it is read.
#
# Seen:
#   a highlight: ['The wheel turned all day.']
#   a highlight and a bookmark: KeyError('content')
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet myclippings==0.0.6
cat >run.py <<'PY'
from myclippings import clippings_file_to_parsed_array

HIGHLIGHT = """The Mill (Ann Li)
- Your Highlight on page 12 | Location 180-182 | Added on Sunday, January 4, 2026 10:05:09 AM

The wheel turned all day.
==========
"""
BOOKMARK = """The Mill (Ann Li)
- Your Bookmark on page 14 | Location 210 | Added on Sunday, January 4, 2026 10:07:09 AM


==========
"""
for name, text in [("a highlight", HIGHLIGHT), ("a highlight and a bookmark", HIGHLIGHT + BOOKMARK)]:
    with open("clippings.txt", "w", encoding="utf-8") as file:
        file.write(text)
    try:
        books = clippings_file_to_parsed_array("clippings.txt")
        print(f"{name}: {[clipping['content'] for clipping in books[0]['clippings']]}")
    except Exception as error:
        print(f"{name}: {error!r}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
a highlight: ['The wheel turned all day.']
a highlight and a bookmark: KeyError('content')
SEEN
diff expected seen
