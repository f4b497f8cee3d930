#!/bin/sh
# Resiliparse 2.0.1 with `main_content` drops a `ul` in the middle of an article, whatever its items contain. As an `ol`, the
# same list stays.
#
# Seen:
#   ul: 0 of 2 items
#   ol: 2 of 2 items
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet Resiliparse==2.0.1
cat >run.py <<'PY'
from resiliparse.extract.html2text import extract_plain_text

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


items = ["Open the gate, slowly, until the wheel begins to turn by itself.", "Pour the rye into the hopper, one sack at a time."]
for tag in ["ul", "ol"]:
    text = extract_plain_text(page(f"<{tag}>" + "".join(f"<li>{item}</li>" for item in items) + f"</{tag}>"), main_content=True)
    print(f"{tag}: {sum(item in text for item in items)} of 2 items")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
ul: 0 of 2 items
ol: 2 of 2 items
SEEN
diff expected seen
