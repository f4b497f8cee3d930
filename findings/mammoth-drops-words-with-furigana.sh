#!/bin/sh
# mammoth 1.13.0 leaves out a word with ruby, such as furigana or
# pinyin: not only its reading, also the word itself. In a Japanese document for learners or children that is every word
# in Chinese characters. It says so only in its messages.
#
# Seen:
#   <p>これはです。</p>
#   An unrecognised element was ignored: w:ruby
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet mammoth==1.13.0
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


import mammoth

word = f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('かんじ')}</w:rt><w:rubyBase>{run('漢字')}</w:rubyBase></w:ruby></w:r>"
write("a.docx", f"<w:p>{run('これは')}{word}{run('です。')}</w:p>")
with open("a.docx", "rb") as file:
    result = mammoth.convert_to_html(file)
print(result.value)
print(*(one.message for one in result.messages))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
<p>これはです。</p>
An unrecognised element was ignored: w:ruby
SEEN
diff expected seen
