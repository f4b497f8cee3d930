#!/bin/sh
# notion-to-md 3.1.9 drops the caption of a bookmark, an embedded page or a code block, so what a person wrote about a saved
# page is lost. Notion's reference lists a caption for each of them. The captions of a picture and of a video stay.
#
# Seen:
#   bookmark: "[bookmark](https://a.example/mill)"
#   embed: "[embed](https://a.example/map)"
#   code: "```javascript\nturn(wheel)\n```"
#   image: "![Ask Ann about the wheel](https://a.example/mill.png)"
#   video: "[Ask Ann about the wheel](https://a.example/mill.mp4)"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund notion-to-md@3.1.9
cat >run.mjs <<'JS'
import { NotionToMarkdown } from 'notion-to-md'

const annotations = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }
const text = (content) => [{ type: 'text', text: { content, link: null }, annotations, plain_text: content, href: null }]
const caption = text('Ask Ann about the wheel')
const blocks = {
  bookmark: { url: 'https://a.example/mill', caption },
  embed: { url: 'https://a.example/map', caption },
  code: { rich_text: text('turn(wheel)'), language: 'javascript', caption },
  image: { type: 'external', external: { url: 'https://a.example/mill.png' }, caption },
  video: { type: 'external', external: { url: 'https://a.example/mill.mp4' }, caption },
}
const converter = new NotionToMarkdown({ notionClient: {} })
for (const [type, block] of Object.entries(blocks)) {
  const parts = await converter.blocksToMarkdown([{ object: 'block', id: type, type, has_children: false, [type]: block }])
  console.log(`${type}: ${JSON.stringify(converter.toMarkdownString(parts).parent.trim())}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
bookmark: "[bookmark](https://a.example/mill)"
embed: "[embed](https://a.example/map)"
code: "```javascript\nturn(wheel)\n```"
image: "![Ask Ann about the wheel](https://a.example/mill.png)"
video: "[Ask Ann about the wheel](https://a.example/mill.mp4)"
SEEN
diff expected seen
