#!/bin/sh
# bibtex-tidy 1.14.0 (npm) has an option `encodeUrls`, which is to percent-encode what is invalid in an address. It encodes `_`,
# which is valid, and puts a backslash before the percent sign. BibLaTeX takes the field `url` verbatim, so the link leads to a
# page that does not exist. A sign that was encoded before stays as it was.
#
# Seen:
#   @misc{mill,
#     url           = {https://a.example/the\%5Fmill%20wheel}
#   }
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bibtex-tidy@1.14.0
cat >run.mjs <<'JS'
import { tidy } from 'bibtex-tidy'

console.log(tidy('@misc{mill, url = {https://a.example/the_mill%20wheel}}', { encodeUrls: true }).bibtex.trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
@misc{mill,
  url           = {https://a.example/the\%5Fmill%20wheel}
}
SEEN
diff expected seen
