#!/bin/sh
# pywebarchive 0.5.2 extracts a web archive of Safari into a page and a folder of files, and replaces the addresses in the page by relative
# ones, such as page_files/wall.png. It keeps the page's <base href>, so a browser looks for these files on the web: none of the extracted
# pictures is shown.
#
# Seen:
#   without base: page_files/wall.png leads to file:///page_files/wall.png
#   with base: page_files/wall.png leads to https://harbour.example/page_files/wall.png
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet pywebarchive==0.5.2
cat >extract.py <<'PY'
import plistlib
import re
from urllib.parse import urljoin

import webarchive

ADDRESS = "https://harbour.example/story.html"


def resource(address, kind, data):
    return {"WebResourceURL": address, "WebResourceMIMEType": kind, "WebResourceData": data}


def archive(name, head):
    page = f'<html><head>{head}</head><body><p>The wall</p><img src="wall.png"></body></html>'
    main = resource(ADDRESS, "text/html", page.encode())
    main["WebResourceTextEncodingName"] = "UTF-8"
    main["WebResourceFrameName"] = ""
    picture = resource("https://harbour.example/wall.png", "image/png", b"\x89PNG\r\n\x1a\n")
    with open(name, "wb") as file:
        plistlib.dump({"WebMainResource": main, "WebSubresources": [picture]}, file, fmt=plistlib.FMT_BINARY)


for label, head in (("without base", ""), ("with base", '<base href="https://harbour.example/">')):
    archive("page.webarchive", head)
    with webarchive.open("page.webarchive") as opened:
        opened.extract("page.html", embed_subresources=False)
    with open("page.html", encoding="utf-8") as file:
        html = file.read()
    base = re.search('<base href="([^"]*)"', html)
    source = re.search('<img src="([^"]*)"', html)[1]
    print(f"{label}: {source} leads to {urljoin(base[1] if base else 'file:///page.html', source)}")
PY
env/bin/python extract.py >seen
cat seen
cat >expected <<'SEEN'
without base: page_files/wall.png leads to file:///page_files/wall.png
with base: page_files/wall.png leads to https://harbour.example/page_files/wall.png
SEEN
diff expected seen
