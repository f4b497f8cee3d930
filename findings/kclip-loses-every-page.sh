#!/bin/sh
# kclip 1.0.1 (PyPI) reads the "My Clippings.txt" of a Kindle, and has a field for the page, but looks for "Page" with a capital
# letter, where a Kindle in English writes "on page 12". The page is None for each clipping; the location is read.
#
# Seen:
#   page: None
#   location: (120, 121)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet kclip==1.0.1
cat >run.py <<'PY'
import kclip

with open("My Clippings.txt", "w", encoding="utf-8-sig", newline="\r\n") as file:
    file.write(
        "The Mill (Reed, Ann)\n- Your Highlight on page 12 | Location 120-121 | Added on Monday, March 3, 2025 10:15:00 AM\n\nIt ground rye.\n==========\n"
    )
for clipping in kclip.get_clippings_from_filename("My Clippings.txt"):
    print("page:", clipping.page)
    print("location:", clipping.loc_range)
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
page: None
location: (120, 121)
SEEN
diff expected seen
