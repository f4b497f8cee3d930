#!/bin/sh
# mkepub 1.2.2 (PyPI) writes the title of a chapter into XML without escaping it, pypub3 2.0.9 (PyPI) the title of the book.
# With "Rye & wheat", the chapter and the table of contents, or the package document, are no XML, and a reader refuses them.
# mkepub escapes the title of the book, pypub3 that of a chapter.
#
# Seen:
#   mkepub: EPUB/page0001.xhtml: not well-formed (invalid token): line 5, column 16
#   mkepub: EPUB/toc.ncx: not well-formed (invalid token): line 9, column 19
#   mkepub: EPUB/toc.xhtml: not well-formed (invalid token): line 6, column 16
#   pypub3: OEBPS/book.ncx: not well-formed (invalid token): line 9, column 23
#   pypub3: OEBPS/book.opf: not well-formed (invalid token): line 4, column 19
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet mkepub==1.2.2 pypub3==2.0.9
cat >run.py <<'PY'
import zipfile
from xml.dom import minidom
from xml.parsers.expat import ExpatError

import mkepub
import pypub

TITLE = "Rye & wheat"


def show(name, path):
    with zipfile.ZipFile(path) as book:
        for file in sorted(book.namelist()):
            if file.endswith((".opf", ".ncx", ".xhtml")):
                try:
                    minidom.parseString(book.read(file))
                except ExpatError as error:
                    print(f"{name}: {file}: {error}")


book = mkepub.Book(title=TITLE)
book.add_page(TITLE, "<p>A mill.</p>")
book.save("mkepub.epub")
show("mkepub", "mkepub.epub")
book = pypub.Epub(TITLE)
book.add_chapter(pypub.create_chapter_from_html(b"<html><body><p>A mill.</p></body></html>", TITLE))
book.create("pypub3.epub")
show("pypub3", "pypub3.epub")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
mkepub: EPUB/page0001.xhtml: not well-formed (invalid token): line 5, column 16
mkepub: EPUB/toc.ncx: not well-formed (invalid token): line 9, column 19
mkepub: EPUB/toc.xhtml: not well-formed (invalid token): line 6, column 16
pypub3: OEBPS/book.ncx: not well-formed (invalid token): line 9, column 23
pypub3: OEBPS/book.opf: not well-formed (invalid token): line 4, column 19
SEEN
diff expected seen
