#!/bin/sh
# dom-to-semantic-markdown 1.5.0 puts a space before and after every inline element, also inside a word: a formula falls
# apart, and a stressed part of a word becomes a word of its own.
#
# Seen:
#   CO 2 in m 3
#   in *flam* mable
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund dom-to-semantic-markdown@1.5.0 jsdom@26.1.0
cat >run.mjs <<'JS'
import { convertHtmlToMarkdown } from 'dom-to-semantic-markdown'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM('')
for (const html of ['<p>CO<sub>2</sub> in m<sup>3</sup></p>', '<p>in<em>flam</em>mable</p>'])
  console.log(convertHtmlToMarkdown(html, { overrideDOMParser: new window.DOMParser() }).trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
CO 2 in m 3
in *flam* mable
SEEN
diff expected seen
