#!/bin/sh
# jsonfeed-to-rss 3.0.8 (npm) writes the text "Invalid Date" as the date of an item without one, though a date is optional in
# JSON Feed and in RSS. Of several attachments it keeps the first. It refuses JSON Feed 1.1, the version since 2020, which only
# adds to version 1, in the name of another package.
#
# Seen:
#   <pubDate>Invalid Date</pubDate>
#   <enclosure type="audio/mpeg" url="https://a.example/1.mp3" length="5"/>
#   1.1: jsonfeed-to-atom: JSON feed version 1 required
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund jsonfeed-to-rss@3.0.8
cat >run.mjs <<'JS'
import convert from 'jsonfeed-to-rss'

const attachments = [1, 2].map((part) => ({ url: `https://a.example/${part}.mp3`, mime_type: 'audio/mpeg', size_in_bytes: 5 }))
const feed = (version) => ({
  version: `https://jsonfeed.org/version/${version}`,
  title: 'Mills',
  home_page_url: 'https://a.example/',
  feed_url: 'https://a.example/mills.json',
  items: [{ id: '1', content_text: 'It ground rye.', attachments }],
})
const [, item] = convert(feed('1')).split('<item>')
for (const line of item.match(/<pubDate.*|<enclosure.*/g)) console.log(line)
try {
  convert(feed('1.1'))
} catch (error) {
  console.log('1.1:', error.message)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
<pubDate>Invalid Date</pubDate>
<enclosure type="audio/mpeg" url="https://a.example/1.mp3" length="5"/>
1.1: jsonfeed-to-atom: JSON feed version 1 required
SEEN
diff expected seen
