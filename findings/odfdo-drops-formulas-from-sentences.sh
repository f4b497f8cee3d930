#!/bin/sh
# odfdo 3.27.3 writes a text document as Markdown without its formulas, which LibreOffice stores as objects with MathML of
# their own. The sentence goes on without a mark where the formula was.
#
# Seen:
#   'So  holds.'
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet odfdo==3.27.3
cat >run.py <<'PY'
from odfdo import Document, Element, Paragraph

MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>E</mi><mo>=</mo><mi>m</mi></math>'
document = Document("text")
document.body.clear()
sentence = Paragraph("So ")
frame = Element.from_tag('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')
sentence.append(frame)
frame.tail = " holds."
document.body.append(sentence)
document.set_part("Object 1/content.xml", MATH.encode())
print(repr(document.to_markdown().strip()))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
'So  holds.'
SEEN
diff expected seen
