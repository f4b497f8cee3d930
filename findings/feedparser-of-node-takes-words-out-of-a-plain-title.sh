#!/bin/sh
# feedparser 2.6.0 (npm) removes what looks like an element of HTML from each title, also from one of the type text in Atom,
# where `<em>` is what the person wrote. An entry with two authors has none.
#
# Seen:
#   {"title":"When to use ","author":"Ann"}
#   {"title":"Rye","author":null}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feedparser@2.6.0
cat >run.mjs <<'JS'
import { Readable } from 'node:stream'
import FeedParser from 'feedparser'

const entry = (title, authors) => `<entry><title type="text">${title}</title><id>urn:${authors.length}</id><updated>2026-01-01T00:00:00Z</updated>
  ${authors.map((name) => `<author><name>${name}</name></author>`).join('')}</entry>`
const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:mills</id><updated>2026-01-01T00:00:00Z</updated>
  ${entry('When to use &lt;em&gt;', ['Ann'])}${entry('Rye', ['Ann', 'Bo'])}</feed>`
for await (const { title, author } of Readable.from([feed]).pipe(new FeedParser())) console.log(JSON.stringify({ title, author }))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
{"title":"When to use ","author":"Ann"}
{"title":"Rye","author":null}
SEEN
diff expected seen
