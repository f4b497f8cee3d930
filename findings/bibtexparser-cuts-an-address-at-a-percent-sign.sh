#!/bin/sh
# bibtexparser 2.1.0 (PyPI) with its middleware that decodes LaTeX treats an address as prose: it ends at the first `%`, which
# begins a comment in LaTeX, and a tilde becomes a space. BibLaTeX takes the field `url` verbatim. What a person saved leads to
# another page or to none, and a file that is written from it has lost the rest.
#
# Seen:
#   https://a.example/mill%20wheel/plan -> https://a.example/mill
#   https://a.example/~ann/mill -> https://a.example/ ann/mill
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet bibtexparser==2.1.0
cat >run.py <<'PY'
import bibtexparser
from bibtexparser.middlewares import LatexDecodingMiddleware

for address in ["https://a.example/mill%20wheel/plan", "https://a.example/~ann/mill"]:
    text = "@online{mill, title = {The mill}, url = {" + address + "}}"
    library = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware()])
    print(address, "->", library.entries[0]["url"])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
https://a.example/mill%20wheel/plan -> https://a.example/mill
https://a.example/~ann/mill -> https://a.example/ ann/mill
SEEN
diff expected seen
