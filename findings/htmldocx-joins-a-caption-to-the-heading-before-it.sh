#!/bin/sh
# htmldocx 0.0.6 (PyPI) starts a paragraph of Word for few elements. Words of others are joined to what comes before without a
# space: the caption of a figure to the heading above it, with its style, and a definition to its term. A list item with a
# paragraph becomes an empty item with a paragraph after it. It refuses a table whose first row is one cell across the others.
#
# Seen:
#   [('Heading 2', 'The millSeen from the bridge')]
#   [('Normal', 'HopperThe funnel.')]
#   [('List Bullet', ''), ('Normal', 'Rye')]
#   IndexError('list index out of range')
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet htmldocx==0.0.6 python-docx==1.2.0 beautifulsoup4==4.15.0
cat >run.py <<'PY'
from docx import Document
from htmldocx import HtmlToDocx

for html in [
    "<h2>The mill</h2><figure><figcaption>Seen from the bridge</figcaption></figure>",
    "<dl><dt>Hopper</dt><dd>The funnel.</dd></dl>",
    "<ul><li><p>Rye</p></li></ul>",
    '<table><tr><td colspan="2">Prices</td></tr><tr><td>1790</td><td>4</td></tr></table>',
]:
    document = Document()
    try:
        HtmlToDocx().add_html_to_document(html, document)
        print([(paragraph.style.name, paragraph.text) for paragraph in document.paragraphs])
    except IndexError as error:
        print(repr(error))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
[('Heading 2', 'The millSeen from the bridge')]
[('Normal', 'HopperThe funnel.')]
[('List Bullet', ''), ('Normal', 'Rye')]
IndexError('list index out of range')
SEEN
diff expected seen
