#!/bin/sh
# trafilatura 2.3.1 with `include_images` keeps the picture of a `figure` and drops its `figcaption`. As a plain paragraph
# below the picture, the same words stay.
#
# Seen:
#   figcaption: picture True, caption False
#   p: picture True, caption True
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet trafilatura==2.3.1
cat >run.py <<'PY'
import trafilatura

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


picture = '<img src="https://a.example/wheel.jpg" width="800" height="600">'
parts = {
    "figcaption": f"<figure>{picture}<figcaption>The wheel in spring, before the flood.</figcaption></figure>",
    "p": f"<p>{picture}</p><p>The wheel in spring, before the flood.</p>",
}
for name, part in parts.items():
    content = trafilatura.extract(page(part), output_format="html", include_images=True)
    print(f"{name}: picture {'wheel.jpg' in content}, caption {'in spring' in content}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
figcaption: picture True, caption False
p: picture True, caption True
SEEN
diff expected seen
