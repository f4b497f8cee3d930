#!/bin/sh
# inscriptis 2.7.6 prints a whole definition list on one line, without a space or another sign between terms and definitions,
# although it lays out tables and lists as a browser does.
#
# Seen:
#   HopperThe funnel.SluiceThe gate.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet inscriptis==2.7.6
cat >run.py <<'PY'
from inscriptis import get_text

print(get_text("<dl><dt>Hopper</dt><dd>The funnel.</dd><dt>Sluice</dt><dd>The gate.</dd></dl>").strip())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
HopperThe funnel.SluiceThe gate.
SEEN
diff expected seen
