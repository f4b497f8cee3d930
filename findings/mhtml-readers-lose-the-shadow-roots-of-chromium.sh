#!/bin/sh
# Chromium 147 saves a shadow root in MHTML as `<template shadowmode="open">`, which only its own reader of MHTML understands:
# HTML has `shadowrootmode`. A converter that copies the element writes text that no browser shows, and one that cleans it
# removes the text. fast-mhtml 2.1.0 and mhtml2html 3.0.0 do the first, unmhtml 0.4.0 (PyPI) the second. What a page builds of
# components, often the whole article, is in the file and on no page. mhtml-to-html 2.1.0 writes the attribute of HTML.
#
# Seen:
#   fast-mhtml: <template shadowmode="open"><p>It ground rye.</p></template>
#   mhtml2html: <template shadowmode="open" style=""><p>It ground rye.</p></template>
#   mhtml-to-html: <template shadowrootmode="open"><p>It ground rye.</p></template>
#   unmhtml: <template></template>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-mhtml@2.1.0 mhtml2html@3.0.0 mhtml-to-html@2.1.0 jsdom@29.1.1
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import fastMhtml from 'fast-mhtml'
import { JSDOM } from 'jsdom'
import { convert } from 'mhtml-to-html'
import mhtml2html from 'mhtml2html'

const file = readFileSync('page.mhtml')
const show = (name, html) => console.log(`${name}: ${/<template.*?<\/template>/.exec(html)?.[0] ?? 'no template'}`)
show('fast-mhtml', new fastMhtml.Parser().parse(file).rewrite().spit()[0].content.toString())
show('mhtml2html', mhtml2html.convert(file.toString(), { parseDOM: (html) => new JSDOM(html) }).serialize())
show('mhtml-to-html', (await convert(file.toString())).data)
JS
cat >run.py <<'PY'
import re
from pathlib import Path

from unmhtml import load_mhtml, to_standalone_html

html = to_standalone_html(load_mhtml(Path("page.mhtml").read_bytes()))
print("unmhtml:", re.search("<template.*?</template>", html).group())
PY
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet unmhtml==0.4.0
cat >page.mhtml <<'MHTML'
From: <Saved by Blink>
Snapshot-Content-Location: https://a.example/mill
Subject: The mill
MIME-Version: 1.0
Content-Type: multipart/related;
	type="text/html";
	boundary="----MultipartBoundary--mill----"


------MultipartBoundary--mill----
Content-Type: text/html
Content-ID: <frame-0@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://a.example/mill

<html><head><title>The mill</title></head><body><mill-story>=
<template shadowmode=3D"open"><p>It ground rye.</p></template>=
</mill-story></body></html>
------MultipartBoundary--mill------
MHTML
sed -i 's/$/\r/' page.mhtml
node run.mjs >seen
env/bin/python run.py >>seen
cat seen
cat >expected <<'SEEN'
fast-mhtml: <template shadowmode="open"><p>It ground rye.</p></template>
mhtml2html: <template shadowmode="open" style=""><p>It ground rye.</p></template>
mhtml-to-html: <template shadowrootmode="open"><p>It ground rye.</p></template>
unmhtml: <template></template>
SEEN
diff expected seen
