#!/bin/sh
# newspaper4k 0.9.6 drops a code listing that a table holds beside its line numbers, as several highlighters write it. The
# same code in a plain `pre` stays.
#
# Seen:
#   table: False
#   pre: True
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet newspaper4k==0.9.6 lxml_html_clean==0.4.3
cat >run.py <<'PY'
import warnings

warnings.simplefilter("ignore")

import newspaper

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


code = "<pre>open(sluice)\nturn(wheel)\nclose(sluice)</pre>"
parts = {
    "table": f'<table class="highlight"><tr><td class="gutter"><pre>1\n2\n3</pre></td><td class="code">{code}</td></tr></table>',
    "pre": code,
}
for name, part in parts.items():
    article = newspaper.Article("https://a.example/mill")
    article.download(input_html=page(part))
    article.parse()
    print(f"{name}: {'turn(wheel)' in article.text}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
table: False
pre: True
SEEN
diff expected seen
