#!/bin/sh
# bibtexparser 2.1.0 (PyPI) replaces the name of a string (`@string`) by its text if it stands alone. In a field that joins it
# to other text with `#`, as BibTeX allows, the value is the formula itself, with quotation marks and the name.
#
# Seen:
#   publisher: Sea Museum
#   title: "Mills of the " # sea
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet bibtexparser==2.1.0
cat >run.py <<'PY'
import bibtexparser

entry = bibtexparser.parse_string("""
@string{sea = "Sea Museum"}
@book{mill, publisher = sea, title = "Mills of the " # sea}
""").entries[0]
print("publisher:", entry["publisher"])
print("title:", entry["title"])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
publisher: Sea Museum
title: "Mills of the " # sea
SEEN
diff expected seen
