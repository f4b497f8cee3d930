#!/bin/sh
# @citation-js/plugin-ris 0.8.2 reads the access date of a web page (RIS type ELEC) from `M1` and writes it there. rispy 0.10.0
# and Zotero use `Y2`, as for every other type. So the day on which a page was read is lost in both directions: Citation.js
# drops `Y2` of a page, but not that of a newspaper, and rispy finds a note in place of a date.
#
# Seen:
#   ELEC: undefined
#   NEWS: 2026-11-29
#   rispy: access_date None, note 2026/11/29/
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @citation-js/core@0.8.2 @citation-js/plugin-ris@0.8.2
cat >run.mjs <<'JS'
import { Cite } from '@citation-js/core'
import '@citation-js/plugin-ris'
import { writeFileSync } from 'node:fs'

for (const type of ['ELEC', 'NEWS']) {
  const record = `TY  - ${type}\nTI  - The mill\nY2  - 2026/11/29/\nUR  - https://a.example/mill\nER  - \n`
  console.log(`${type}: ${new Cite(record, { forceType: '@ris/file' }).data[0].accessed?.['date-parts'][0].join('-')}`)
}
const page = { id: 'a', type: 'webpage', title: 'The mill', accessed: { 'date-parts': [[2026, 11, 29]] }, URL: 'https://a.example/mill' }
writeFileSync('page.ris', `${new Cite(page).format('ris')}\n`)
JS
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet rispy==0.10.0
cat >run.py <<'PY'
import rispy

[page] = rispy.loads(open("page.ris").read())
print(f"rispy: access_date {page.get('access_date')}, note {page.get('note')}")
PY
node run.mjs >seen
env/bin/python run.py >>seen
cat seen
cat >expected <<'SEEN'
ELEC: undefined
NEWS: 2026-11-29
rispy: access_date None, note 2026/11/29/
SEEN
diff expected seen
