#!/bin/sh
# BibTeX has no field for the day, so it is joined to the abbreviation of the month: `mar # "~5"`. @citation-js/plugin-bibtex
# 0.8.2 reads only the year of that, not even the month, and writes `{mar 5}` itself. biblatex-csl-converter 3.6.0 reads the
# first form and only the year of the second. A reference that passes from one to the other keeps its year.
#
# Seen:
#   mar # "~5": Citation.js 2026, biblatex-csl-converter 2026-03-05
#   {mar 5}: Citation.js 2026-3-5, biblatex-csl-converter 2026
#   {mar}: Citation.js 2026-3, biblatex-csl-converter 2026-03
#   written by Citation.js: {mar 5}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @citation-js/core@0.8.2 @citation-js/plugin-bibtex@0.8.2 biblatex-csl-converter@3.6.0
cat >run.mjs <<'JS'
import { Cite } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import { BibLatexParser } from 'biblatex-csl-converter'

for (const month of ['mar # "~5"', '{mar 5}', '{mar}']) {
  const entry = `@misc{a, title = {The mill}, author = {Lund, Ada}, year = {2026}, month = ${month}}`
  const parts = new Cite(entry).data[0].issued['date-parts'][0].join('-')
  const [{ fields }] = Object.values(new BibLatexParser(entry).parse().entries)
  console.log(`${month}: Citation.js ${parts}, biblatex-csl-converter ${fields.date}`)
}
const written = new Cite({ id: 'a', type: 'webpage', title: 'The mill', issued: { 'date-parts': [[2026, 3, 5]] } }).format('bibtex')
console.log(`written by Citation.js: ${/month = (.*),/.exec(written)[1]}`)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
mar # "~5": Citation.js 2026, biblatex-csl-converter 2026-03-05
{mar 5}: Citation.js 2026-3-5, biblatex-csl-converter 2026
{mar}: Citation.js 2026-3, biblatex-csl-converter 2026-03
written by Citation.js: {mar 5}
SEEN
diff expected seen
