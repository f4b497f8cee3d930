#!/bin/sh
# opml 0.5.8 (npm) escapes the attributes of an outline, but not the texts in the head. A list of subscriptions called "Rye &
# wheat" becomes a file that is no XML, and its own parser refuses it.
#
# Seen:
#   <title>Rye & wheat</title>
#   <outline text="Mills &amp; more" xmlUrl="https://a.example/feed" />
#   not read again
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund opml@0.5.8
cat >run.mjs <<'JS'
import opml from 'opml'

const text = opml.stringify({ opml: { head: { title: 'Rye & wheat' }, body: { subs: [{ text: 'Mills & more', xmlUrl: 'https://a.example/feed' }] } } })
for (const line of text.split('\n').filter((line) => /<title>|<outline/.test(line))) console.log(line.trim())
opml.parse(text, (error, outline) => console.log(error ? 'not read again' : `read again: ${outline.opml.head.title}`))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
<title>Rye & wheat</title>
<outline text="Mills &amp; more" xmlUrl="https://a.example/feed" />
not read again
SEEN
diff expected seen
