#!/bin/sh
# dom-anchor-text-quote 4.0.2 makes a selector of the last words of an article, but cannot find them again: it throws. It
# depends on dom-anchor-text-position 4.0.0, which looks for a text node behind the last one. Version 5.0.0 of that package
# finds the place, but dom-anchor-text-quote accepts only version 4. A line break at the end of the article is enough to hide
# the fault from a test.
#
# Seen:
#   It never stopped.: TypeError
#   It never stopped. (with a line break): It never stopped.
#   ground rye.: ground rye.
#   version 5.0.0: It never stopped.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund dom-anchor-text-quote@4.0.2 position@npm:dom-anchor-text-position@5.0.0 jsdom@29.1.1
cat >run.mjs <<'JS'
import quote from 'dom-anchor-text-quote'
import * as position from 'position'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM('')
for (const name of ['document', 'Node', 'NodeFilter']) globalThis[name] = window[name]
const article = (end) => {
  document.body.innerHTML = `<article><p>The mill ground rye.</p><p>It never stopped.</p>${end}</article>`
  return document.querySelector('article')
}
const show = (name, find) => {
  try {
    console.log(`${name}: ${find()}`)
  } catch (error) {
    console.log(`${name}: ${error.name}`)
  }
}
const find = (root, exact) => {
  const range = document.createRange()
  const text = [...root.querySelectorAll('p')].map((one) => one.firstChild).find((one) => one.data.includes(exact))
  range.setStart(text, text.data.indexOf(exact))
  range.setEnd(text, text.data.indexOf(exact) + exact.length)
  return quote.toRange(root, quote.fromRange(root, range))
}
show('It never stopped.', () => find(article(''), 'It never stopped.'))
show('It never stopped. (with a line break)', () => find(article('\n'), 'It never stopped.'))
show('ground rye.', () => find(article(''), 'ground rye.'))
show('version 5.0.0', () => position.toRange(article(''), { start: 20, end: 37 }))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
It never stopped.: TypeError
It never stopped. (with a line break): It never stopped.
ground rye.: ground rye.
version 5.0.0: It never stopped.
SEEN
diff expected seen
