#!/bin/sh
# boilerpy3 1.0.7 does not know some inline elements of HTML, among them `cite`, `q`, `small`, `ins`, `time` and `kbd`, and ends
# a line before and after each. A sentence that names a book becomes three lines, so whoever splits the text at lines, for a
# voice or an index, gets parts of sentences. With `em`, `code` or `b`, the sentence is whole.
#
# Seen:
#   cite: 'She wrote' / 'The Weir' / ', which I like.'
#   q: 'She wrote' / 'The Weir' / ', which I like.'
#   small: 'She wrote' / 'The Weir' / ', which I like.'
#   time: 'She wrote' / 'The Weir' / ', which I like.'
#   em: 'She wrote The Weir, which I like.'
#   code: 'She wrote The Weir, which I like.'
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet boilerpy3==1.0.7
cat >run.py <<'PY'
from boilerpy3 import extractors

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"


def page(part):
    body = f"<article><h1>The mill</h1>{PROSE}{PROSE}{part}{PROSE}{PROSE}</article>"
    return f"<html><head><title>The mill</title></head><body>{body}</body></html>"


for tag in ["cite", "q", "small", "time", "em", "code"]:
    text = extractors.ArticleExtractor().get_content(page(f"<p>She wrote <{tag}>The Weir</{tag}>, which I like.</p>"))
    lines = [line for line in text.splitlines() if not line.startswith("The mill")]
    print(f"{tag}:", " / ".join(map(repr, lines)))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
cite: 'She wrote' / 'The Weir' / ', which I like.'
q: 'She wrote' / 'The Weir' / ', which I like.'
small: 'She wrote' / 'The Weir' / ', which I like.'
time: 'She wrote' / 'The Weir' / ', which I like.'
em: 'She wrote The Weir, which I like.'
code: 'She wrote The Weir, which I like.'
SEEN
diff expected seen
