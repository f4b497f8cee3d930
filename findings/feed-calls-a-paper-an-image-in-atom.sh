#!/bin/sh
# feed 6.0.0 ignores the type of an `enclosure` in Atom. It writes `image/` and what follows the last full stop of the address,
# or the end of the path if there is none. A reader takes a talk or a paper for a picture. RSS from the same item has the right
# type. Its tracker knows this (jpmonette/feed, issue 224).
#
# Seen:
#   application/pdf: atom image/pdf, rss application/pdf
#   audio/mpeg: atom image/mp3, rss audio/mpeg
#   audio/ogg: atom image//talk, rss audio/ogg
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feed@6.0.0
cat >run.mjs <<'JS'
import { Feed } from 'feed'

const date = new Date('2026-01-01T00:00:00Z')
const typeOf = (xml) => /<(?:enclosure|link rel="enclosure")[^>]* type="([^"]*)"/.exec(xml)[1]
for (const [file, type] of [['paper.pdf', 'application/pdf'], ['talk.mp3', 'audio/mpeg'], ['talk', 'audio/ogg']]) {
  const feed = new Feed({ title: 'Mills', id: 'urn:a', link: 'https://a.example/', updated: date })
  const enclosure = { url: `https://a.example/${file}`, type, length: 5 }
  feed.addItem({ title: 'The mill', id: 'urn:b', link: 'https://a.example/mill', date, enclosure })
  console.log(`${type}: atom ${typeOf(feed.atom1())}, rss ${typeOf(feed.rss2())}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
application/pdf: atom image/pdf, rss application/pdf
audio/mpeg: atom image/mp3, rss audio/mpeg
audio/ogg: atom image//talk, rss audio/ogg
SEEN
diff expected seen
