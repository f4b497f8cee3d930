#!/bin/sh
# @lesjoursfr/html-to-epub 6.2.0 removes `colspan` and `rowspan` although its list of allowed attributes has both: it compares
# the list with the names of the syntax tree, which are `colSpan` and `rowSpan`. Cells below a wide one move to other columns.
# To allow them, the option `allowedAttributes` needs those names.
#
# Seen:
#   allowed: colspan true, rowspan true
#   by default: <tr><td>Harvest</td></tr>
#   with colSpan: <tr><td colspan="2">Harvest</td></tr>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @lesjoursfr/html-to-epub@6.2.0 adm-zip@0.5.16
cat >run.mjs <<'JS'
import { defaultAllowedAttributes, EPub } from '@lesjoursfr/html-to-epub'
import Zip from 'adm-zip'

const table = '<table><tr><td colspan="2">Harvest</td></tr><tr><td>Rye</td><td>40</td></tr></table>'
const content = [{ title: 'The mill', data: table, filename: 'mill' }]
const firstRow = async (options) => {
  const book = { title: 'Mills', author: ['Ada Lund'], description: 'Mills', lang: 'en', content, ...options }
  await new EPub(book, 'book.epub').render()
  return /<tr>.*?<\/tr>/.exec(new Zip('book.epub').readAsText('OEBPS/mill.xhtml'))[0]
}
console.log(`allowed: ${['colspan', 'rowspan'].map((name) => `${name} ${defaultAllowedAttributes.includes(name)}`).join(', ')}`)
console.log(`by default: ${await firstRow({})}`)
console.log(`with colSpan: ${await firstRow({ allowedAttributes: [...defaultAllowedAttributes, 'colSpan', 'rowSpan'] })}`)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
allowed: colspan true, rowspan true
by default: <tr><td>Harvest</td></tr>
with colSpan: <tr><td colspan="2">Harvest</td></tr>
SEEN
diff expected seen
