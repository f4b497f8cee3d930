#!/bin/sh
# url-normalize 3.1.0 escapes signs in the fragment of an address that the URL standard leaves as they are, though it is to keep
# what an address means. A link to a passage (`#:~:text=`) no longer points to it, because browsers look for `:~:` itself, and
# the page of an application behind `#/` has another name.
#
# Seen:
#   https://a.example/mill#:~:text=forty%20sacks -> https://a.example/mill#%3A~%3Atext=forty%20sacks
#   https://a.example/#/notes/12 -> https://a.example/#%2Fnotes%2F12
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet url-normalize==3.1.0
cat >run.py <<'PY'
from url_normalize import url_normalize

for address in ["https://a.example/mill#:~:text=forty%20sacks", "https://a.example/#/notes/12"]:
    print(address, "->", url_normalize(address))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
https://a.example/mill#:~:text=forty%20sacks -> https://a.example/mill#%3A~%3Atext=forty%20sacks
https://a.example/#/notes/12 -> https://a.example/#%2Fnotes%2F12
SEEN
diff expected seen
