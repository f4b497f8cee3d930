#!/bin/sh
# mdream 1.7.2 keeps a definition list as HTML, but writes its contents as Markdown. A block of HTML is not read as
# Markdown (CommonMark, section 4.6), so markdown-it 14.1.0 shows asterisks instead of bold words.
#
# Seen:
#   Rye
#   A **grain**, sown in **autumn**.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mdream@1.7.2 markdown-it@14.1.0
cat >run.mjs <<'JS'
import markdownIt from 'markdown-it'
import { htmlToMarkdown } from 'mdream'

const markdown = htmlToMarkdown(
  '<dl><dt>Rye</dt><dd>A <b>grain</b>, sown in <b>autumn</b>.</dd></dl>',
)
console.log(markdownIt({ html: true }).render(markdown).replace(/<[^>]*>/g, '').trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Rye
A **grain**, sown in **autumn**.
SEEN
diff expected seen
