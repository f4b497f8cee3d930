#!/bin/sh
# biblatex-csl-converter 3.6.0 takes the access date of a RIS record (`Y2`) for the date of publication if the record has no
# other. A page without a date, which most saved pages are, is then cited as published on the day on which somebody read it.
#
# Seen:
#   date: 2026/11/29/
#   urldate: undefined
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund biblatex-csl-converter@3.6.0
cat >run.mjs <<'JS'
import { parseRIS } from 'biblatex-csl-converter'

const record = 'TY  - ELEC\nTI  - The mill\nAU  - Lund, Ada\nUR  - https://a.example/mill\nY2  - 2026/11/29/\nER  - \n'
const { fields } = Object.values(parseRIS(record).entries)[0]
console.log('date:', fields.date)
console.log('urldate:', fields.urldate)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
date: 2026/11/29/
urldate: undefined
SEEN
diff expected seen
