#!/bin/sh
# netscape-bookmarks 0.1.1 (npm) writes titles and addresses of bookmarks into HTML as they are. A title about an element of
# HTML loses it when a browser imports the file. A date is written as text, where browsers expect seconds, so the bookmark is of
# another day.
#
# Seen:
#   title: When to use
#   date: 2023-11-14T22:13:20.000Z
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund netscape-bookmarks@0.1.1 jsdom@29.1.1
cat >run.mjs <<'JS'
import { JSDOM } from 'jsdom'
import write from 'netscape-bookmarks'

const html = write({ 'When to use <em>': { url: 'https://a.example/em', add_date: new Date(1_700_000_000_000) } })
const link = new JSDOM(html).window.document.querySelector('a')
console.log('title:', link.textContent)
console.log('date:', link.getAttribute('add_date'))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
title: When to use 
date: 2023-11-14T22:13:20.000Z
SEEN
diff expected seen
