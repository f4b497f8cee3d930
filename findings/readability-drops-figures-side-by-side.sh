#!/bin/sh
# @mozilla/readability 0.6.0 (with linkedom 0.18.12) removes two figures with captions that stand side by side in a plain
# `div` between the paragraphs of an article. The same figures without the `div` around them stay.
#
# Seen:
#   in a div: 0 figures, 0 captions
#   without a div: 2 figures, 2 captions
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mozilla/readability@0.6.0 linkedom@0.18.12
cat >run.mjs <<'JS'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

const prose = `<p>${'The ferry crosses the bay twice a day, slowly, and carries mail, tools and visitors. '.repeat(4)}</p>`
const figures = ['dawn', 'dusk']
  .map((name) => `<figure><img src="https://a.example/${name}.jpg" alt=""><figcaption>The bay at ${name}</figcaption></figure>`)
  .join('')
for (const [name, part] of [['in a div', `<div>${figures}</div>`], ['without a div', figures]]) {
  const page = `<html><head><title>The bay</title></head><body><article><h1>The bay</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
  const { content } = new Readability(parseHTML(page).document).parse()
  const count = (text) => content.split(text).length - 1
  console.log(`${name}: ${count('<figure')} figures, ${count('The bay at')} captions`)
}
JS
node run.mjs >seen
cat seen
printf 'in a div: 0 figures, 0 captions\nwithout a div: 2 figures, 2 captions\n' | diff - seen
