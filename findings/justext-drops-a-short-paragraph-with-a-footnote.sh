#!/bin/sh
# jusText 3.0.0 drops a paragraph of fewer than 70 characters as boilerplate if it has any link, be it the mark of a footnote.
# The paragraphs around it do not save it, as they save a short one without a link. A longer paragraph with the same note stays.
#
# Seen:
#   short: kept
#   short with a note: lost
#   long with a note: kept
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet jusText==3.0.0 lxml_html_clean==0.4.3
cat >run.py <<'PY'
import justext

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


note = '<sup><a href="#n1">1</a></sup>'
parts = {
    "short": "<p>It stopped in the year of the flood.</p>",
    "short with a note": f"<p>It stopped in the year of the flood.{note}</p>",
    "long with a note": f"<p>It stopped in the year of the flood, when the river took the weir and both of its gates.{note}</p>",
}
for name, part in parts.items():
    paragraphs = justext.justext(page(part).encode(), justext.get_stoplist("English"))
    is_kept = any("year of the flood" in one.text and not one.is_boilerplate for one in paragraphs)
    print(f"{name}: {'kept' if is_kept else 'lost'}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
short: kept
short with a note: lost
long with a note: kept
SEEN
diff expected seen
