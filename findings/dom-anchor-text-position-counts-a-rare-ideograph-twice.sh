#!/bin/sh
# dom-anchor-text-position 5.0.0 (npm) counts places in units of UTF-16, where the Web Annotation Data Model counts code points.
# After a character such as 𠮷, which is part of Japanese names, a place written by it is one too far for @apache-annotator/dom
# 0.2.0, which counts as the standard says, and for software in Python. A highlight moves by one character for each of them.
#
# Seen:
#   code points before the word: 10
#   @apache-annotator/dom: 10 15
#   dom-anchor-text-position: 11 16
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund dom-anchor-text-position@5.0.0 @apache-annotator/dom@0.2.0 @apache-annotator/selector@0.2.0 jsdom@29.1.1
cat >run.mjs <<'JS'
import { describeTextPosition } from '@apache-annotator/dom'
import { fromRange } from 'dom-anchor-text-position'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM('<p>Mr 𠮷野 has <b>mills</b>.</p>')
Object.assign(globalThis, { document: window.document, Node: window.Node, NodeFilter: window.NodeFilter, Range: window.Range })
const { body } = window.document
const range = window.document.createRange()
range.selectNodeContents(body.querySelector('b').firstChild)
const { start, end } = await describeTextPosition(range, body)
console.log('code points before the word:', [...'Mr 𠮷野 has '].length)
console.log('@apache-annotator/dom:', start, end)
console.log('dom-anchor-text-position:', Object.values(fromRange(body, range)).join(' '))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
code points before the word: 10
@apache-annotator/dom: 10 15
dom-anchor-text-position: 11 16
SEEN
diff expected seen
