#!/bin/sh
# astrocite-bibtex 0.16.4 (npm) removes the underscore from the address of a web page in `howpublished` with `\url`, and puts
# the address into `medium` of CSL, so it is neither a link nor right. An author in braces, which BibTeX does not divide, is
# divided into a family and a given name. It drops the day of access, the keywords and the abstract of a page.
#
# Seen:
#   [{"family":"Museum","given":"Mill"}] https://a.example/themill undefined
#   id type author title medium issued
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund astrocite-bibtex@0.16.4
cat >run.cjs <<'JS'
const { parse } = require('astrocite-bibtex')

const [page] = parse(String.raw`@misc{mill, author = {{Mill Museum}}, title = {The mill}, year = 2020, urldate = {2026-01-02},
  howpublished = {\url{https://a.example/the_mill}}, keywords = {rye, mills}, abstract = {A mill.}}`)
console.log(JSON.stringify(page.author), page.medium, page.URL)
console.log(Object.keys(page).join(' '))
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
[{"family":"Museum","given":"Mill"}] https://a.example/themill undefined
id type author title medium issued
SEEN
diff expected seen
