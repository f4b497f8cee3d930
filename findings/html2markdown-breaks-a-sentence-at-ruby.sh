#!/bin/sh
# html2markdown 0.1.7 (PyPI), which is to convert only what it can and leave other HTML as it is, puts blank lines around each
# reading of ruby. In Markdown these end the paragraph, so a sentence with annotated characters becomes three paragraphs.
#
# Seen:
#   The sign says <ruby>水車
#
#   <rt>suisha</rt>
#
#   </ruby>, a water mill.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet html2markdown==0.1.7
cat >run.py <<'PY'
import html2markdown

print(html2markdown.convert("<p>The sign says <ruby>水車<rt>suisha</rt></ruby>, a water mill.</p>"))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
The sign says <ruby>水車

<rt>suisha</rt>

</ruby>, a water mill.
SEEN
diff expected seen
