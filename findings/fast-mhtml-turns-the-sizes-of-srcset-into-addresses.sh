#!/bin/sh
# fast-mhtml 2.1.0 splits `srcset` at every space and resolves each piece as an address, also the width after an address
# (`800w`). An address is no width, so by the HTML standard both candidates are invalid, and a browser shows the picture of
# `src`. The large picture is in the archive, but is never shown. fast-mhtml2html 1.0.2, which comes from the same code, does
# the same.
#
# Seen:
#   before: /small.jpg 400w, /large.jpg 800w
#   fast-mhtml: https!a.example!small.jpg https://a.example/400w, https!a.example!large.jpg https://a.example/800w
#   fast-mhtml2html: https!a.example!small.jpg https://a.example/400w, https!a.example!large.jpg https://a.example/800w
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-mhtml@2.1.0 fast-mhtml2html@1.0.2
cat >run.mjs <<'JS'
import fastMhtml from 'fast-mhtml'
import fastMhtml2html from 'fast-mhtml2html'

const part = (type, address, body) => [
  '--x',
  `Content-Type: ${type}`,
  'Content-Transfer-Encoding: base64',
  `Content-Location: ${address}`,
  '',
  Buffer.from(body).toString('base64'),
]
const srcset = '/small.jpg 400w, /large.jpg 800w'
const page = `<html><head><meta charset="UTF-8"></head><body><img src="/small.jpg" srcset="${srcset}"></body></html>`
const archive = [
  'From: <Saved by Blink>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; type="text/html"; boundary="x"',
  '',
  '',
  ...part('text/html', 'https://a.example/mill', page),
  ...part('image/jpeg', 'https://a.example/small.jpg', 'one'),
  ...part('image/jpeg', 'https://a.example/large.jpg', 'two'),
  '--x--',
  '',
].join('\r\n')
const show = (name, html) => console.log(`${name}: ${/srcset="([^"]*)"/.exec(html)[1]}`)
show('before', page)
show('fast-mhtml', new fastMhtml.Parser().parse(Buffer.from(archive)).rewrite().spit()[0].content.toString())
show('fast-mhtml2html', fastMhtml2html.convert(Buffer.from(archive)))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
before: /small.jpg 400w, /large.jpg 800w
fast-mhtml: https!a.example!small.jpg https://a.example/400w, https!a.example!large.jpg https://a.example/800w
fast-mhtml2html: https!a.example!small.jpg https://a.example/400w, https!a.example!large.jpg https://a.example/800w
SEEN
diff expected seen
