#!/bin/sh
# markitdown 0.1.3 writes a formula in MathML twice, without a mark between the two: the letters of its presentation,
# without exponents, and then the TeX that KaTeX, Temml and LaTeXML add as an annotation, which browsers never show.
#
# Seen:
#   So E=mc2E = mc^2 holds.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet markitdown==0.1.3
cat >run.py <<'PY'
import io

from markitdown import MarkItDown

shown = "<mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>"
source = '<annotation encoding="application/x-tex">E = mc^2</annotation>'
page = f"<html><body><p>So <math><semantics>{shown}{source}</semantics></math> holds.</p></body></html>"
print(MarkItDown().convert_stream(io.BytesIO(page.encode()), file_extension=".html").text_content.strip())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
So E=mc2E = mc^2 holds.
SEEN
diff expected seen
