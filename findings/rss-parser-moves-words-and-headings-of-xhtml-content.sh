#!/bin/sh
# rss-parser 3.13.0 changes the order of Atom content of the type xhtml (RFC 4287, section 4.1.3.3). Bold and linked words go
# to the end of their sentence, and headings below all paragraphs, so an article that is read through it is scrambled.
#
# Seen:
#   text: The  by the  ground rye.millriver
#   headings and paragraphs: <p><p><h2>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rss-parser@3.13.0
cat >run.mjs <<'JS'
import Parser from 'rss-parser'

const feed = (title, content) => `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>
<entry><id>urn:b</id>${title}<updated>2026-01-01T00:00:00Z</updated><link href="https://a.example/"/>${content}</entry></feed>`
const xhtml = (name, text) => `<${name} type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${text}</div></${name}>`
const content = xhtml('content', '<p>The <b>mill</b> by the <i>river</i> ground rye.</p><h2>Later</h2><p>It stopped.</p>')
const [item] = (await new Parser().parseString(feed('<title>The mill</title>', content))).items
console.log('text:', item.contentSnippet.split('\n')[0])
console.log('headings and paragraphs:', item.content.match(/<(?:p|h2)>/g).join(''))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
text: The  by the  ground rye.millriver
headings and paragraphs: <p><p><h2>
SEEN
diff expected seen
