#!/bin/sh
# @rowanmanning/feed-parser 2.1.5 writes `<br/>` in Atom content of the type xhtml (RFC 4287, section 4.1.3.3) as `<br></br>`.
# An HTML parser reads the end tag of `br` as another `br`, so a poem or an address is shown with an empty line after each line.
# parse5 8.0.0, which follows the HTML standard, finds twice as many as the feed has.
#
# Seen:
#   <p>One<br></br>two<br></br>three</p>
#   line breaks: 4 of 2
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @rowanmanning/feed-parser@2.1.5 parse5@8.0.0
cat >run.mjs <<'JS'
import { parseFeed } from '@rowanmanning/feed-parser'
import { parseFragment, serialize } from 'parse5'

const feed = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>
<author><name>Ada</name></author><entry><id>urn:b</id><title>The mill</title><updated>2026-01-01T00:00:00Z</updated>
<link href="https://a.example/mill"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One<br/>two<br/>three</p>
</div></content></entry></feed>`
const content = parseFeed(feed).items[0].content.trim()
console.log(content)
console.log(`line breaks: ${serialize(parseFragment(content)).split('<br>').length - 1} of ${feed.split('<br/>').length - 1}`)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
<p>One<br></br>two<br></br>three</p>
line breaks: 4 of 2
SEEN
diff expected seen
