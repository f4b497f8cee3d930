#!/bin/sh
# enex2md 0.4.2 (PyPI) writes the box of a task of Evernote that is done, and none for one that is open, if it is `<en-todo/>`:
# an open task becomes a line of text. The DTD of ENML says that `checked` is false unless it is given. A note without a date,
# which the DTD of the export allows (`created?`), makes it refuse the whole file.
#
# Seen:
#   ## Note Content
#
#   [x] Grease the wheel
#   [ ] Mend the weir
#   Sell the rye
#   --- End Note ---
#   IndexError: list index out of range
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet enex2md==0.4.2 lxml==6.1.3 beautifulsoup4==4.15.0
cat >start <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
<en-export export-date="20260101T000000Z" application="Evernote" version="10"><note><title>Mill</title><content><![CDATA[
<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note><div><en-todo checked="true"/>Grease the wheel</div>
<div><en-todo checked="false"/>Mend the weir</div><div><en-todo/>Sell the rye</div></en-note>]]></content>
XML
(cat start; echo '<created>20250101T100000Z</created></note></en-export>') >dated.enex
(cat start; echo '</note></en-export>') >undated.enex
env/bin/enex2md dated.enex 2>/dev/null | sed -n '/Note Content/,/End Note/p' >seen
env/bin/enex2md undated.enex 2>&1 | tail -1 >>seen
cat seen
cat >expected <<'SEEN'
## Note Content

[x] Grease the wheel
[ ] Mend the weir
Sell the rye
--- End Note ---
IndexError: list index out of range
SEEN
diff expected seen
