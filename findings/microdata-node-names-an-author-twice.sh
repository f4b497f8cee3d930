#!/bin/sh
# microdata-node 2.0.0 (npm) reads an item that belongs to another by `itemref` twice into one: its type and each of its
# properties are doubled. In the standard of HTML, an author who is named once has one name.
#
# Seen:
#   headline: ["The mill"]
#   author: [{"properties":{"name":["Ann","Ann"]},"type":["https://schema.org/Person","https://schema.org/Person"]}]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund microdata-node@2.0.0
cat >run.mjs <<'JS'
import { toJson } from 'microdata-node'

const html = `<article itemscope itemtype="https://schema.org/Article" itemref="by"><h1 itemprop="headline">The mill</h1></article>
  <p id="by"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann</span></span></p>`
const [article] = toJson(html, { base: 'https://a.example/' }).items
console.log('headline:', JSON.stringify(article.properties.headline))
console.log('author:', JSON.stringify(article.properties.author))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
headline: ["The mill"]
author: [{"properties":{"name":["Ann","Ann"]},"type":["https://schema.org/Person","https://schema.org/Person"]}]
SEEN
diff expected seen
