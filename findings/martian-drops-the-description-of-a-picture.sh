#!/bin/sh
# @tryfabric/martian 1.2.4 turns Markdown into blocks of Notion, and drops the alternative text and the title of a
# picture, although a picture of Notion has a caption for such words.
#
# Seen:
#   image {"type":"external","external":{"url":"https://a.example/lock.png"}}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @tryfabric/martian@1.2.4
cat >run.cjs <<'JS'
const { markdownToBlocks } = require('@tryfabric/martian')

const [picture] = markdownToBlocks('![The lock at Marl](https://a.example/lock.png "Seen from the bridge")')
console.log(picture.type, JSON.stringify(picture.image))
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
image {"type":"external","external":{"url":"https://a.example/lock.png"}}
SEEN
diff expected seen
