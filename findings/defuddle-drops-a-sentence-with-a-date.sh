#!/bin/sh
# defuddle 0.19.4 (with linkedom 0.18.12) removes a short paragraph from the middle of an article if it contains a
# date, with or without a `time` element. The same sentence with other words in place of the date stays.
#
# Seen:
#   date in a time element: lost
#   date: lost
#   other words: kept
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund defuddle@0.19.4 linkedom@0.18.12
cat >run.mjs <<'JS'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'

const prose = `<p>${'The ferry crosses the bay twice a day, slowly, and carries mail, tools and visitors. '.repeat(4)}</p>`
const contentOf = async (part) => {
  const page = `<html><head><title>The bay</title></head><body><article><h1>The bay</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
  return (await Defuddle(parseHTML(page).document, 'https://a.example/bay', { useAsync: false })).content
}
for (const [name, date] of [
  ['date in a time element', '<time datetime="2024-05-01">1 May 2024</time>'],
  ['date', '1 May 2024'],
  ['other words', 'that very day'],
]) {
  const content = await contentOf(`<p>On ${date} the fares rose by a crown for everyone.</p>`)
  console.log(`${name}: ${content.includes('the fares rose') ? 'kept' : 'lost'}`)
}
JS
node run.mjs >seen
cat seen
printf 'date in a time element: lost\ndate: lost\nother words: kept\n' | diff - seen
