#!/bin/sh
# html-to-text 10.0.1 prints the content of `q` without quotation marks. Browsers draw them from the style sheet of the element,
# so the text no longer shows that it contains a quotation.
#
# Seen:
#   She said the mill had never stopped.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund html-to-text@10.0.1
cat >run.mjs <<'JS'
import { convert } from 'html-to-text'

console.log(convert('<p>She said <q>the mill had never stopped</q>.</p>'))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
She said the mill had never stopped.
SEEN
diff expected seen
