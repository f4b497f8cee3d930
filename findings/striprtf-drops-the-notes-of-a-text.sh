#!/bin/sh
# striprtf 0.0.35 leaves out footnotes: their text and their numbers, as Word writes them. Headers and footers are left
# out, too, but a note is a part of the text.
#
# Seen:
#   The mill grinds daily, they say.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet striprtf==0.0.35
cat >run.py <<'PY'
from striprtf.striprtf import rtf_to_text

note = r"{\super\chftn{\footnote\pard\plain{\super\chftn} Except on Mondays.}}"
print(rtf_to_text(r"{\rtf1\ansi\pard The mill grinds daily" + note + r", they say.\par}").strip())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
The mill grinds daily, they say.
SEEN
diff expected seen
