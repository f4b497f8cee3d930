#!/bin/sh
# feedsmith 3.0.1 writes an address with an ampersand as CDATA on a line of its own, with white space around it. rss-
# parser 3.13.0 returns such an address, and the id of an item, with the white space, so links and comparisons by id fail.
# An address without an ampersand is fine, and so are feedparser and others that trim.
#
# Seen:
#   ["https://a.example/mill","https://a.example/mill"]
#   ["\n        https://a.example/?id=1&lang=en\n      ","\n        https://a.example/?id=1&lang=en\n      "]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feedsmith@3.0.1 rss-parser@3.13.0
cat >run.mjs <<'JS'
import { generateRssFeed } from 'feedsmith'
import Parser from 'rss-parser'

for (const link of ['https://a.example/mill', 'https://a.example/?id=1&lang=en']) {
  const items = [{ title: 'Mill', link, guid: { value: link } }]
  const feed = await new Parser().parseString(generateRssFeed({ title: 'T', link: 'https://a.example/', description: 'd', items }))
  console.log(JSON.stringify([feed.items[0].link, feed.items[0].guid]))
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
["https://a.example/mill","https://a.example/mill"]
["\n        https://a.example/?id=1&lang=en\n      ","\n        https://a.example/?id=1&lang=en\n      "]
SEEN
diff expected seen
