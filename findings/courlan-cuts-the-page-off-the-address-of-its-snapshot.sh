#!/bin/sh
# courlan 1.4.0, with which trafilatura cleans the addresses of feeds and sitemaps, takes an address that contains another for
# two that run together, and keeps the first. A snapshot of archive.ph is left with its date and without its page, so all
# snapshots of that moment are one. A link that shares a page by the parameter `url` becomes the page. It excepts
# web.archive.org, but joins two slashes there.
#
# Seen:
#   https://archive.ph/2026.01.01-120000/
#   https://b.example/mill
#   https://web.archive.org/web/2026/https:/a.example/mill
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet courlan==1.4.0
cat >run.py <<'PY'
from courlan import clean_url

for address in [
    "https://archive.ph/2026.01.01-120000/https://a.example/mill",
    "https://a.example/share?title=Mill&url=https://b.example/mill",
    "https://web.archive.org/web/2026/https://a.example/mill",
]:
    print(clean_url(address))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
https://archive.ph/2026.01.01-120000/
https://b.example/mill
https://web.archive.org/web/2026/https:/a.example/mill
SEEN
diff expected seen
