#!/bin/sh
# readabilipy 0.3.0 (without Node) leaves no mark and no space between the items of a list inside an item of another list,
# so three steps of a recipe become one word. Paragraphs of one item are joined in the same way. The items of the outer
# list stay apart.
#
# Seen:
#   <li>Preparewashpeel</li><li>Boil.Then wait.</li>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet readabilipy==0.3.0
cat >run.py <<'PY'
from readabilipy import simple_json_from_html_string

steps = "<ol><li>Prepare<ul><li>wash</li><li>peel</li></ul></li><li><p>Boil.</p><p>Then wait.</p></li></ol>"
page = f"<html><head><title>Soup</title></head><body><article><p>Soup for four.</p>{steps}</article></body></html>"
article = simple_json_from_html_string(page, use_readability=False)
print(article["plain_content"].split("<ol>")[1].split("</ol>")[0])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
<li>Preparewashpeel</li><li>Boil.Then wait.</li>
SEEN
diff expected seen
