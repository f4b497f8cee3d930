#!/bin/sh
# bibtex-parse-js 0.0.24 (npm) and its successor @orcid/bibtex-parse-js 0.0.25 remove the space at the start of each part of a
# value that is joined with `#`, as in `"The mill" # " by the sea"`. BibTeX keeps it, so here the last word of a part grows
# together with the first word of the next.
#
# Seen:
#   bibtex-parse-js: The millby the sea
#   @orcid/bibtex-parse-js: The millby the sea
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bibtex-parse-js@0.0.24 @orcid/bibtex-parse-js@0.0.25
cat >run.mjs <<'JS'
import orcid from '@orcid/bibtex-parse-js'
import original from 'bibtex-parse-js'

const text = '@online{mill, title = "The mill" # " by the sea"}'
console.log('bibtex-parse-js:', original.toJSON(text)[0].entryTags.title)
console.log('@orcid/bibtex-parse-js:', orcid.toJSON(text)[0].entryTags.title)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
bibtex-parse-js: The millby the sea
@orcid/bibtex-parse-js: The millby the sea
SEEN
diff expected seen
