#!/bin/sh
# defuddle 0.19.4 (with linkedom 0.18.12) removes a list whose items are labels with a check box, as recipe plug-ins write
# ingredients. The same list without labels and check boxes stays.
#
# Seen:
#   with check boxes: 0 of 3 items
#   without check boxes: 3 of 3 items
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund defuddle@0.19.4 linkedom@0.18.12
cat >run.mjs <<'JS'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'

const prose = `<p>${'The ferry crosses the bay twice a day, slowly, and carries mail, tools and visitors. '.repeat(4)}</p>`
const contentOf = async (part) => {
  const page = `<html><head><title>The bay</title></head><body><article><h1>The bay</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
  return (await Defuddle(parseHTML(page).document, 'https://a.example/bay', { useAsync: false })).content
}
const items = ['2 onions', '1 l water', '300 g potatoes']
for (const isBox of [true, false]) {
  const list = items.map((item) => `<li>${isBox ? `<label><input type="checkbox"> ${item}</label>` : item}</li>`).join('')
  const content = await contentOf(`<ul>${list}</ul>`)
  console.log(`${isBox ? 'with' : 'without'} check boxes: ${items.filter((item) => content.includes(item)).length} of 3 items`)
}
JS
node run.mjs >seen
cat seen
printf 'with check boxes: 0 of 3 items\nwithout check boxes: 3 of 3 items\n' | diff - seen
