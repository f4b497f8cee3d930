#!/bin/sh
# pybtex 0.26.1 (PyPI) escapes the field `url` for LaTeX when it writes BibTeX, and does not take the escapes away when it
# reads. BibLaTeX takes this field verbatim, so the address is wrong after the first time, and each time that a file is read and
# written it gets longer.
#
# Seen:
#   https://a.example/the\_mill
#   https://a.example/the\\_mill
#   https://a.example/the\\\_mill
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet pybtex==0.26.1
cat >run.py <<'PY'
from pybtex.database import parse_string

text = "@online{mill, title = {The mill}, url = {https://a.example/the_mill}}"
for _ in range(3):
    text = parse_string(text, "bibtex").to_string("bibtex")
    print(parse_string(text, "bibtex").entries["mill"].fields["url"])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
https://a.example/the\_mill
https://a.example/the\\_mill
https://a.example/the\\\_mill
SEEN
diff expected seen
