#!/bin/sh
# open-graph-scraper 6.12.0 (npm) gives all descriptions of pictures to the first picture. In Open Graph, what follows an
# `og:image` belongs to it, up to the next one. Of several authors and tags, which Open Graph allows, it keeps the last.
#
# Seen:
#   https://a.example/wheel.jpg The miller
#   https://a.example/miller.jpg no description
#   author: Bo
#   tag: water
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund open-graph-scraper@6.12.0
cat >run.mjs <<'JS'
import scrape from 'open-graph-scraper'

const metas = [
  ['og:title', 'The mill'],
  ['og:image', 'https://a.example/wheel.jpg'],
  ['og:image', 'https://a.example/miller.jpg'],
  ['og:image:alt', 'The miller'],
  ['article:author', 'Ann'],
  ['article:author', 'Bo'],
  ['article:tag', 'rye'],
  ['article:tag', 'water'],
]
const head = metas.map(([name, value]) => `<meta property="${name}" content="${value}">`).join('')
const { result } = await scrape({ html: `<html><head>${head}</head><body></body></html>` })
for (const { url, alt } of result.ogImage) console.log(url, alt ?? 'no description')
console.log('author:', result.articleAuthor)
console.log('tag:', result.articleTag)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
https://a.example/wheel.jpg The miller
https://a.example/miller.jpg no description
author: Bo
tag: water
SEEN
diff expected seen
