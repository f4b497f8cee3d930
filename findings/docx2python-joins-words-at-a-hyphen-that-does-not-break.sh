#!/bin/sh
# docx2python 3.7.1 leaves out the hyphen at which Word breaks no line (Ctrl+Shift+hyphen), which is an element of its own
# in the file. Words and numbers on both sides become one.
#
# Seen:
#   Call 5550199 by email.
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

hyphen = "<w:r><w:noBreakHyphen/></w:r>"
write("a.docx", f"<w:p>{run('Call 555')}{hyphen}{run('0199 by e')}{hyphen}{run('mail.')}</w:p>")
with docx2python("a.docx") as document:
    print(document.text.strip())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
Call 5550199 by email.
SEEN
diff expected seen
