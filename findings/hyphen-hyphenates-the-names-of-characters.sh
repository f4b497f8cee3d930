#!/bin/sh
# hyphen 1.14.1 skips the tags of HTML, but neither the names of characters nor code. `&hellip;` gets a soft hyphen (here: |)
# inside, so the page shows the name in place of the sign. Code and addresses get them as well, and whoever copies them copies
# signs that nobody sees.
#
# Seen:
#   Wait&hel|lip; and see.
#   <code>in|ter|na|tion|al</code>
#   https://a.ex|am|ple/in|ter|na|tion|al
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyphen@1.14.1
cat >run.mjs <<'JS'
import hyphen from 'hyphen/en/index.js'

const show = (html) => console.log(hyphen.hyphenateHTMLSync(html).replaceAll('\u00ad', '|'))
show('Wait&hellip; and see.')
show('<code>international</code>')
show('https://a.example/international')
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Wait&hel|lip; and see.
<code>in|ter|na|tion|al</code>
https://a.ex|am|ple/in|ter|na|tion|al
SEEN
diff expected seen
