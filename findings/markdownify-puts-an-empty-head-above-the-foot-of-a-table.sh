#!/bin/sh
# markdownify 1.2.3 writes an empty head row and a line of dashes between the body and the `tfoot` of a table. Markdown has
# no second head, so the table shows two more rows, one of them of dashes.
#
# Seen:
#   | Grain | Sacks |
#   | --- | --- |
#   | Rye | 40 |
#   |  |  |
#   | --- | --- |
#   | All | 40 |
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet markdownify==1.2.3
cat >run.py <<'PY'
from markdownify import markdownify

head = "<thead><tr><th>Grain</th><th>Sacks</th></tr></thead>"
body = "<tbody><tr><td>Rye</td><td>40</td></tr></tbody>"
foot = "<tfoot><tr><td>All</td><td>40</td></tr></tfoot>"
print(markdownify(f"<table>{head}{body}{foot}</table>").strip())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
| Grain | Sacks |
| --- | --- |
| Rye | 40 |
|  |  |
| --- | --- |
| All | 40 |
SEEN
diff expected seen
