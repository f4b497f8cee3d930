#!/bin/sh
# biblatex-csl-converter 3.6.0 reads one line of each field of a RIS file. A longer text goes on in lines without a tag, which
# is how abstracts with paragraphs are exported; those lines are dropped, and no warning names them. rispy 0.10.0 reads all of
# them.
#
# Seen:
#   biblatex-csl-converter: The mill ground rye.
#   rispy: The mill ground rye. It never stopped.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund biblatex-csl-converter@3.6.0
cat >run.mjs <<'JS'
import { parseRIS } from 'biblatex-csl-converter'
import { readFileSync } from 'node:fs'

const { entries } = parseRIS(readFileSync('page.ris', 'utf8'))
const text = Object.values(entries)[0].fields.abstract.map((part) => part.text).join('')
console.log(`biblatex-csl-converter: ${text}`)
JS
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet rispy==0.10.0
cat >run.py <<'PY'
import rispy

print("rispy:", " ".join(rispy.loads(open("page.ris").read())[0]["abstract"].split()))
PY
cat >page.ris <<'RIS'
TY  - ELEC
TI  - The mill
AB  - The mill ground rye.

It never stopped.
UR  - https://a.example/mill
ER  - 
RIS
node run.mjs >seen
env/bin/python run.py >>seen
cat seen
cat >expected <<'SEEN'
biblatex-csl-converter: The mill ground rye.
rispy: The mill ground rye. It never stopped.
SEEN
diff expected seen
