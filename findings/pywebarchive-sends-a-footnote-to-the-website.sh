#!/bin/sh
# pywebarchive 0.5.2 (PyPI) makes one HTML file of a page that Safari has saved, but not one that stands alone. A link within
# the page becomes the address of the page on the web, so a table of contents or a footnote leaves the file, and a frame is
# loaded from the web although the archive has it. Pictures are embedded.
#
# Seen:
#   <a href="https://a.example/mill#n1">
#   <iframe src="https://b.example/post">
#   <img src="data:image/png;base64,b25l">
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet pywebarchive==0.5.2
cat >run.py <<'PY'
import plistlib
import re

import webarchive


def resource(address, kind, text):
    return {"WebResourceURL": address, "WebResourceMIMEType": kind, "WebResourceData": text.encode(), "WebResourceFrameName": "",
            "WebResourceTextEncodingName": "UTF-8"}


page = """<html><head><title>The mill</title></head><body><p>It ground rye.<a href="#n1">1</a></p>
<iframe src="https://b.example/post"></iframe><img src="/mill.png"><p id="n1">Until 1891.</p></body></html>"""
archive = {
    "WebMainResource": resource("https://a.example/mill", "text/html", page),
    "WebSubresources": [resource("https://a.example/mill.png", "image/png", "one")],
    "WebSubframeArchives": [{"WebMainResource": resource("https://b.example/post", "text/html", "<html><body>A post.</body></html>")}],
}
with open("mill.webarchive", "wb") as file:
    plistlib.dump(archive, file, fmt=plistlib.FMT_BINARY)
html = webarchive.open("mill.webarchive").to_html()
for tag in ["a ", "iframe", "img"]:
    print(re.search(f"<{tag}[^>]*>", html).group())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
<a href="https://a.example/mill#n1">
<iframe src="https://b.example/post">
<img src="data:image/png;base64,b25l">
SEEN
diff expected seen
