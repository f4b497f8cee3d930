#!/bin/sh
# feed 6.0.0 (npm) writes an item's category in Atom with its name as `label` alone. RFC 4287 requires `term`, by which a
# category is identified. In RSS and JSON Feed from the same item the tag is there. Of two authors, JSON Feed keeps the first.
#
# Seen:
#   Atom: <category label="rye"/>
#   RSS: <category>rye</category>
#   JSON Feed: ["rye"] {"name":"Ann"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feed@6.0.0
cat >run.mjs <<'JS'
import { Feed } from 'feed'

const feed = new Feed({ title: 'Mills', id: 'urn:mills', link: 'https://a.example/', updated: new Date(0), copyright: '' })
feed.addItem({
  title: 'The mill',
  id: 'urn:mill',
  link: 'https://a.example/mill',
  date: new Date(0),
  category: [{ name: 'rye' }],
  author: [{ name: 'Ann' }, { name: 'Bo' }],
})
console.log('Atom:', feed.atom1().match(/<category.*/)[0])
console.log('RSS:', feed.rss2().match(/<category.*/)[0])
const [item] = JSON.parse(feed.json1()).items
console.log('JSON Feed:', JSON.stringify(item.tags), JSON.stringify(item.author))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Atom: <category label="rye"/>
RSS: <category>rye</category>
JSON Feed: ["rye"] {"name":"Ann"}
SEEN
diff expected seen
