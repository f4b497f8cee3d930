#!/bin/sh
# podcast-partytime 5.0.0, the parser that began in Podcast Index, reads text that looks like a number as one. An episode called
# "1984" has no title, and is skipped if it has no description of another kind. A guid loses its zeros or becomes another
# number, so an episode that was known by its guid is a new one.
#
# Seen:
#   1984: title null, guid "a"
#   1984 without a description: skipped
#   guid 0042: title "Rye", guid "42"
#   guid 5e3: title "Rye", guid "5000"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund podcast-partytime@5.0.0
cat >run.mjs <<'JS'
import { parseFeed } from 'podcast-partytime'

const show = (name, title, guid, description) => {
  const [item] = parseFeed(`<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>Mills</title><link>https://a.example/</link><description>Mills</description><itunes:explicit>false</itunes:explicit>
    <itunes:category text="History"/><itunes:image href="https://a.example/mill.png"/><item><title>${title}</title>
    <guid isPermaLink="false">${guid}</guid>${description}<enclosure url="https://a.example/1.mp3" length="5" type="audio/mpeg"/></item>
    </channel></rss>`).items
  console.log(`${name}: ${item ? `title ${JSON.stringify(item.title ?? null)}, guid ${JSON.stringify(item.guid)}` : 'skipped'}`)
}
show('1984', '1984', 'a', '<description>A year.</description>')
show('1984 without a description', '1984', 'a', '')
show('guid 0042', 'Rye', '0042', '<description>A grain.</description>')
show('guid 5e3', 'Rye', '5e3', '<description>A grain.</description>')
JS
PARTYTIME_LOG=silent node run.mjs >seen
cat seen
cat >expected <<'SEEN'
1984: title null, guid "a"
1984 without a description: skipped
guid 0042: title "Rye", guid "42"
guid 5e3: title "Rye", guid "5000"
SEEN
diff expected seen
