#!/bin/sh
# node-html-markdown 2.0.0 ignores the attribute `start` of a list. A list that continues after a paragraph begins at 1 again,
# so "see step 5" points to nothing.
#
# Seen:
#   1. Open the sluice
#   2. Wait
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-html-markdown@2.0.0
cat >run.mjs <<'JS'
import { NodeHtmlMarkdown } from 'node-html-markdown'

console.log(NodeHtmlMarkdown.translate('<ol start="5"><li>Open the sluice</li><li>Wait</li></ol>'))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
1. Open the sluice
2. Wait
SEEN
diff expected seen
