#!/bin/sh
# EbookLib 0.20 (PyPI) reads an EPUB 3 and writes it again. The new contents have a list of pages, which the book did not have: its
# only page is the footnote. The landmarks of the book are gone.
#
# Seen:
#   before: toc landmarks
#   after: toc page-list
#   <a href="p.xhtml#n">n</a>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet EbookLib==0.20
cat >run.py <<'PY'
import re
import warnings
import zipfile

warnings.simplefilter("ignore")
from ebooklib import epub

HTML = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">'
    "<head><title>One</title></head><body>%s</body></html>"
)
FILES = {
    "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "package.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:1</dc:identifier>'
    "<dc:title>The sea</dc:title><dc:language>en</dc:language>"
    '<meta property="dcterms:modified">2025-03-03T10:00:00Z</meta></metadata><manifest>'
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    '<item id="p" href="p.xhtml" media-type="application/xhtml+xml"/></manifest>'
    '<spine><itemref idref="p"/></spine></package>',
    "nav.xhtml": HTML % '<nav epub:type="toc"><ol><li><a href="p.xhtml">One</a></li></ol></nav><nav epub:type="landmarks">'
    '<ol><li><a epub:type="bodymatter" href="p.xhtml">Start</a></li></ol></nav>',
    "p.xhtml": HTML % '<p>Text<a epub:type="noteref" href="#n">1</a></p><aside id="n" epub:type="footnote"><p>A note.</p></aside>',
}
with zipfile.ZipFile("book.epub", "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    for name, text in FILES.items():
        book.writestr(name, text)
epub.write_epub("again.epub", epub.read_epub("book.epub"))
nav = zipfile.ZipFile("again.epub").read("EPUB/nav.xhtml").decode()
kinds = lambda text: " ".join(re.findall(r'<nav epub:type="([\w-]+)"', text))
print("before:", kinds(FILES["nav.xhtml"]))
print("after:", kinds(nav))
print(re.search(r'<a href="p.xhtml#.*?</a>', nav).group())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
before: toc landmarks
after: toc page-list
<a href="p.xhtml#n">n</a>
SEEN
diff expected seen
