#!/bin/sh
# JSON Feed does not require a date. jsonfeed-to-rss 3.0.8 writes `Invalid Date` for an item without one, and jsonfeed-to-atom
# 1.2.5 the time of the conversion as `updated`, so the same item is newer each time, and readers show it as changed again and
# again. Both add a claim of copyright that the feed does not make, in the name of its author.
#
# Seen:
#   rss: Invalid Date
#   atom: changed between two conversions: true
#   rss: © 2026 Ada Lund
#   atom: © 2026 Ada Lund
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund jsonfeed-to-atom@1.2.5 jsonfeed-to-rss@3.0.8
cat >run.mjs <<'JS'
import { setTimeout } from 'node:timers/promises'
import toAtom from 'jsonfeed-to-atom'
import toRss from 'jsonfeed-to-rss'

const feed = {
  version: 'https://jsonfeed.org/version/1',
  title: 'Mills',
  home_page_url: 'https://a.example/',
  feed_url: 'https://a.example/feed.json',
  author: { name: 'Ada Lund' },
  items: [{ id: 'a', url: 'https://a.example/mill', title: 'The mill', content_html: '<p>It ground rye.</p>' }],
}
const find = (text, tag) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text.slice(text.search(/<item>|<entry>/)))[1]
const right = (text) => /<(?:copyright|rights)>([^<]*)</.exec(text)[1].replace(/\d{4}/, '2026')
console.log('rss:', find(toRss(feed), 'pubDate'))
const first = find(toAtom(feed), 'updated')
await setTimeout(20)
console.log('atom: changed between two conversions:', find(toAtom(feed), 'updated') !== first)
console.log('rss:', right(toRss(feed)))
console.log('atom:', right(toAtom(feed)))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
rss: Invalid Date
atom: changed between two conversions: true
rss: © 2026 Ada Lund
atom: © 2026 Ada Lund
SEEN
diff expected seen
