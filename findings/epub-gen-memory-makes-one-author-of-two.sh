#!/bin/sh
# epub-gen-memory 1.1.2 (npm) accepts a list of authors, and writes one author whose name is all of them with commas. A library
# of books shows a person who does not exist, beside the books of the two. EPUB has one `dc:creator` for each.
#
# Seen:
#   <dc:creator id="creator">Ann Reed,Bo Hill</dc:creator>
#   <meta refines="#creator" property="file-as">Ann Reed,Bo Hill</meta>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund epub-gen-memory@1.1.2 adm-zip@0.5.16
cat >run.mjs <<'JS'
import AdmZip from 'adm-zip'
import epub from 'epub-gen-memory'

const book = await epub.default({ title: 'Mills', author: ['Ann Reed', 'Bo Hill'] }, [{ title: 'Rye', content: '<p>Sow.</p>' }])
const zip = new AdmZip(book)
for (const line of zip.readAsText('OEBPS/content.opf').match(/<dc:creator.*|.*file-as.*/g)) console.log(line.trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
<dc:creator id="creator">Ann Reed,Bo Hill</dc:creator>
<meta refines="#creator" property="file-as">Ann Reed,Bo Hill</meta>
SEEN
diff expected seen
