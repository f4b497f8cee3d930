#!/bin/sh
# postal-mime 4.0.0 returns neither the Content-Location of a part nor its headers. A page saved as MHTML (RFC 2557) refers to
# its pictures by that address, so the pictures are returned, but cannot be matched to the images of the page.
#
# Seen:
#   html: <p><img src="https://a.example/1.png"></p>
#   parts: 2
#   members: disposition, filename, mimeType
#   locations: none
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund postal-mime@4.0.0
cat >run.mjs <<'JS'
import PostalMime from 'postal-mime'

const part = (type, address, body) => [
  '--x',
  `Content-Type: ${type}`,
  'Content-Transfer-Encoding: base64',
  `Content-Location: ${address}`,
  '',
  Buffer.from(body).toString('base64'),
]
const message = [
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; type="text/html"; boundary="x"',
  '',
  ...part('text/html', 'https://a.example/', '<p><img src="https://a.example/1.png"></p>'),
  ...part('image/png', 'https://a.example/1.png', 'one'),
  ...part('image/png', 'https://a.example/2.png', 'two'),
  '--x--',
  '',
].join('\r\n')
const { html, attachments } = await PostalMime.parse(message)
const members = [...new Set(attachments.flatMap((one) => Object.keys(one)))].filter((name) => name !== 'content')
console.log(`html: ${html.trim()}`)
console.log(`parts: ${attachments.length}`)
console.log(`members: ${members.sort().join(', ')}`)
console.log(`locations: ${JSON.stringify(attachments).includes('a.example') ? 'some' : 'none'}`)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
html: <p><img src="https://a.example/1.png"></p>
parts: 2
members: disposition, filename, mimeType
locations: none
SEEN
diff expected seen
