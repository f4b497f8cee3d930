#!/bin/sh
# pywebarchive 0.5.2 can write a web archive of Safari as one page that contains its pictures as data: addresses. The pages of frames, which
# the archive contains as well, are left out: their frames keep the address on the web, and their text is missing from the file.
# Extracting the same archive into a folder does write them.
#
# Seen:
#   folder: picture page_files/wall.png, frame page_files/tides.html, text of the frame in page_files/tides.html
#   one page: picture data:, frame https://harbour.example/tides.html, text of the frame in no file
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet pywebarchive==0.5.2
cat >extract.py <<'PY'
import plistlib
import re
from pathlib import Path

import webarchive

SITE = "https://harbour.example/"


def page(name, body):
    return {
        "WebResourceURL": SITE + name,
        "WebResourceMIMEType": "text/html",
        "WebResourceTextEncodingName": "UTF-8",
        "WebResourceFrameName": "",
        "WebResourceData": f"<html><head></head><body>{body}</body></html>".encode(),
    }


picture = {
    "WebResourceURL": SITE + "wall.png",
    "WebResourceMIMEType": "image/png",
    "WebResourceData": b"\x89PNG\r\n\x1a\n",
}
whole = {
    "WebMainResource": page("story.html", '<img src="wall.png"><iframe src="tides.html"></iframe>'),
    "WebSubresources": [picture],
    "WebSubframeArchives": [{"WebMainResource": page("tides.html", "<p>Low at nine</p>")}],
}
with open("page.webarchive", "wb") as file:
    plistlib.dump(whole, file, fmt=plistlib.FMT_BINARY)

for label, is_whole in (("folder", False), ("one page", True)):
    with webarchive.open("page.webarchive") as opened:
        opened.extract("page.html", embed_subresources=is_whole)
    html = Path("page.html").read_text(encoding="utf-8")
    source = re.search('<img src="(data:|[^"]*)', html)[1]
    frame = re.search('<iframe src="(data:|[^"]*)', html)[1]
    files = [Path("page.html"), *(Path("page_files").glob("*.html") if not is_whole else [])]
    holding = [str(one) for one in files if "Low at nine" in one.read_text(encoding="utf-8")]
    print(f"{label}: picture {source}, frame {frame}, text of the frame in {', '.join(holding) or 'no file'}")
PY
env/bin/python extract.py >seen
cat seen
cat >expected <<'SEEN'
folder: picture page_files/wall.png, frame page_files/tides.html, text of the frame in page_files/tides.html
one page: picture data:, frame https://harbour.example/tides.html, text of the frame in no file
SEEN
diff expected seen
