#!/bin/sh
# mhtml2html 3.0.0 decodes base64 for pictures, but not for the page itself. A page in base64, as MIME allows for any part and
# as `MIMEText` of Python writes text in UTF-8, is shown as a column of letters and digits. fast-mhtml 2.1.0 reads it.
#
# Seen:
#   mhtml2html, quoted-printable: The mill ground rye.
#   mhtml2html, base64: PGh0bWw+PGhlYWQ+PHRp
#   fast-mhtml, base64: The mill ground rye.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mhtml2html@3.0.0 fast-mhtml@2.1.0 jsdom@29.1.1
cat >run.mjs <<'JS'
import fastMhtml from 'fast-mhtml'
import { JSDOM } from 'jsdom'
import mhtml2html from 'mhtml2html'

const page = '<html><head><title>The mill</title></head><body><p>The mill ground rye.</p></body></html>'
const base64 = Buffer.from(page).toString('base64')
const archive = (encoding, body) =>
  [
    'From: <Saved by Blink>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="----MultipartBoundary--mill----"',
    '',
    '',
    '------MultipartBoundary--mill----',
    'Content-Type: text/html',
    `Content-Transfer-Encoding: ${encoding}`,
    'Content-Location: https://a.example/mill',
    '',
    body,
    '------MultipartBoundary--mill------',
    '',
  ].join('\r\n')
const textOf = ({ window }) => window.document.body.textContent.trim().slice(0, 20)
const parseDOM = (html) => new JSDOM(html)
const inBase64 = archive('base64', base64.replace(/.{76}/g, '$&\r\n'))
const plain = archive('quoted-printable', page)
console.log(`mhtml2html, quoted-printable: ${textOf(mhtml2html.convert(plain, { parseDOM }))}`)
console.log(`mhtml2html, base64: ${textOf(mhtml2html.convert(inBase64, { parseDOM }))}`)
const [{ content }] = new fastMhtml.Parser().parse(Buffer.from(inBase64)).spit()
console.log(`fast-mhtml, base64: ${textOf(parseDOM(content.toString()))}`)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
mhtml2html, quoted-printable: The mill ground rye.
mhtml2html, base64: PGh0bWw+PGhlYWQ+PHRp
fast-mhtml, base64: The mill ground rye.
SEEN
diff expected seen
