#!/bin/sh
# docx2python 3.7.1 leaves out deleted text of tracked changes, but not text that was moved: a moved sentence stands both
# at its old and at its new place. Word shows it at the new one.
#
# Seen:
#   ['Wash first.', 'Then peel.', 'Wash first.']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet docx2python==3.7.1
cat >run.py <<'PY'
import zipfile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OPC = "http://schemas.openxmlformats.org/package/2006"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
OFFICE = f"{R}/officeDocument"


def write(name, body):
    with zipfile.ZipFile(name, "w") as file:
        types = f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        types += f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/>'
        file.writestr("[Content_Types].xml", f'<Types xmlns="{OPC}/content-types">{types}</Types>')
        link = f'<Relationship Id="r1" Type="{OFFICE}" Target="word/document.xml"/>'
        file.writestr("_rels/.rels", f'<Relationships xmlns="{OPC}/relationships">{link}</Relationships>')
        none = f'<Relationships xmlns="{OPC}/relationships"/>'
        file.writestr("word/_rels/document.xml.rels", none)
        file.writestr("word/document.xml", f'<w:document xmlns:w="{W}" xmlns:r="{R}"><w:body>{body}</w:body></w:document>')


def run(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


from docx2python import docx2python

deleted = '<w:del w:id="1" w:author="a"><w:r><w:delText>Never.</w:delText></w:r></w:del>'
away = f'<w:moveFrom w:id="2" w:author="a">{run("Wash first.")}</w:moveFrom>'
here = f'<w:moveTo w:id="3" w:author="a">{run("Wash first.")}</w:moveTo>'
write("a.docx", f"<w:p>{here}</w:p><w:p>{run('Then peel.')}{deleted}</w:p><w:p>{away}</w:p>")
with docx2python("a.docx") as document:
    print([line for line in document.text.split("\n") if line])
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
['Wash first.', 'Then peel.', 'Wash first.']
SEEN
diff expected seen
