#!/bin/sh
# bkepub 0.4 (PyPI), which is to load and save EPUB, writes the package document back to its folder and everything else to
# `OEBPS`. In a book whose folder has another name, as is usual, no page is found again. It writes `unique_identifier` where
# EPUB has `unique-identifier`, and adds an identifier of its own, so that a library takes the book for another one.
#
# Seen:
#   EPUB/nav.xhtml is missing
#   EPUB/one.xhtml is missing
#   unique-identifier: False  identifiers: 2
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet bkepub==0.4
cat >run.py <<'PY'
import contextlib
import io
import posixpath
import re
import zipfile

import bkepub

FILES = {
    "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "EPUB/package.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:mill</dc:identifier>'
    "<dc:title>The mill</dc:title><dc:language>en</dc:language>"
    '<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest>'
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>',
    "EPUB/nav.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Mill</title>'
    '</head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav></body></html>',
    "EPUB/one.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><p>It turned.</p></body></html>',
}
with zipfile.ZipFile("book.epub", "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    for name, text in FILES.items():
        book.writestr(name, '<?xml version="1.0" encoding="utf-8"?>' + text)
with contextlib.redirect_stdout(io.StringIO()):
    bkepub.load("book.epub").save("saved.epub")
with zipfile.ZipFile("saved.epub") as saved:
    path = re.search('full-path="([^"]*)"', saved.read("META-INF/container.xml").decode()).group(1)
    package = saved.read(path).decode()
    for href in re.findall('href="([^"]*)"', package):
        page = posixpath.join(posixpath.dirname(path), href)
        print(page, "is there" if page in saved.namelist() else "is missing")
    print("unique-identifier:", "unique-identifier=" in package, " identifiers:", package.count("<dc:identifier"))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
EPUB/nav.xhtml is missing
EPUB/one.xhtml is missing
unique-identifier: False  identifiers: 2
SEEN
diff expected seen
