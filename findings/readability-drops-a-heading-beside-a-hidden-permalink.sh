#!/bin/sh
# @mozilla/readability 0.6.0 removes a heading, however long, if its permalink stands beside it in a box and the sign in the permalink
# is hidden from screen readers, as accessible themes do. If screen readers may read the sign, the heading stays.
#
# Seen:
#   hidden sign: false
#   other sign: true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mozilla/readability@0.6.0 jsdom@29.1.1
cat >run.mjs <<'JS'
import { Readability } from '@mozilla/readability'
import { JSDOM } from 'jsdom'

const prose = `<p>${'The mill by the river ground rye for three villages, and its wheel can still be heard at night. '.repeat(4)}</p>`
const page = (part) =>
  `<html><head><title>The mill</title></head><body><article><h1>The mill</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
const contentOf = (part) => new Readability(new JSDOM(page(part), { url: 'https://a.example/mill' }).window.document).parse().content
const title = 'How the wheel of the old mill is turned by water'
const signs = { 'hidden sign': '<span aria-hidden="true">#</span>', 'other sign': '<span>#</span>' }
for (const [name, sign] of Object.entries(signs)) {
  const heading = `<div class="heading-wrapper"><h2 id="w">${title}</h2><a class="anchor-link" href="#w">${sign}</a></div>`
  console.log(`${name}: ${contentOf(heading).includes(title)}`)
}
JS
node run.mjs >seen
cat seen
printf 'hidden sign: false\nother sign: true\n' | diff - seen
