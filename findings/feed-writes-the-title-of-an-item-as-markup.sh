#!/bin/sh
# feed 6.0.0 (npm) writes the title of a feed as text, and the title and description of an item as HTML in Atom, without
# escaping what it was given. A title about an element of HTML loses the element in every reader. The JSON Feed made from the
# same item has the title as it is.
#
# Seen:
#   <title>Use of &lt;em&gt;</title>
#   <title type="html"><![CDATA[When to use <em>]]></title>
#   When to use <em>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feed@6.0.0
cat >run.mjs <<'JS'
import { Feed } from 'feed'

const feed = new Feed({ title: 'Use of <em>', id: 'urn:html', link: 'https://a.example/', updated: new Date(0), copyright: '' })
feed.addItem({ title: 'When to use <em>', id: 'urn:em', link: 'https://a.example/em', date: new Date(0) })
for (const title of feed.atom1().match(/<title.*<\/title>/g)) console.log(title)
console.log(JSON.parse(feed.json1()).items[0].title)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
<title>Use of &lt;em&gt;</title>
<title type="html"><![CDATA[When to use <em>]]></title>
When to use <em>
SEEN
diff expected seen
