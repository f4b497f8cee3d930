#!/bin/sh
# @extractus/feed-extractor 8.0.3 returns an empty title for an Atom entry whose title has the type xhtml, as titles with
# emphasis or formulas have (RFC 4287, section 3.1.1.3). A reader lists such articles without a name.
#
# Seen:
#   title as text: "The old mill"
#   title as xhtml: ""
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @extractus/feed-extractor@8.0.3
cat >run.mjs <<'JS'
import { extractFromXml } from '@extractus/feed-extractor'

const feed = (title, content) => `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>
<entry><id>urn:b</id>${title}<updated>2026-01-01T00:00:00Z</updated><link href="https://a.example/"/>${content}</entry></feed>`
const xhtml = (name, text) => `<${name} type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${text}</div></${name}>`
const titleOf = (title) => JSON.stringify(extractFromXml(feed(title, '<summary>Rye.</summary>')).entries[0].title)
console.log('title as text:', titleOf('<title>The old mill</title>'))
console.log('title as xhtml:', titleOf(xhtml('title', 'The <em>old</em> mill')))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
title as text: "The old mill"
title as xhtml: ""
SEEN
diff expected seen
