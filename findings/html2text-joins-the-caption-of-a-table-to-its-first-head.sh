#!/bin/sh
# html2text 2025.4.15 writes the caption of a table directly before its first cell, without a space or a line break between
# them, so the first column gets another name.
#
# Seen:
#   HarvestGrain| Sacks
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet html2text==2025.4.15
cat >run.py <<'PY'
import html2text

table = "<table><caption>Harvest</caption><tr><th>Grain</th><th>Sacks</th></tr><tr><td>Rye</td><td>40</td></tr></table>"
print(html2text.html2text(table).strip().splitlines()[0].rstrip())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
HarvestGrain| Sacks
SEEN
diff expected seen
