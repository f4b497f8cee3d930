#!/bin/sh
# Chrome saves a frame as a part of its MHTML file, and refers to it by the Content-ID (`cid:`), not by the address. unmhtml
# 0.4.0 knows parts by their address only and embeds none that is HTML, so each frame is empty: an embedded post, a chart or a
# comment is in the file and not on the page. mhtml-to-html 2.1.0 (npm) puts it into the frame.
#
# Seen:
#   unmhtml: <iframe src=""></iframe>
#   mhtml-to-html: the frame has the text: true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet unmhtml==0.4.0
cat >run.py <<'PY'
import re
from pathlib import Path

from unmhtml import load_mhtml, to_standalone_html

html = to_standalone_html(load_mhtml(Path("page.mhtml").read_bytes()))
print("unmhtml:", re.search("<iframe.*?</iframe>", html).group())
PY
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mhtml-to-html@2.1.0
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { convert } from 'mhtml-to-html'

const { data } = await convert(readFileSync('page.mhtml', 'utf8'))
console.log('mhtml-to-html: the frame has the text:', /<iframe[^>]*srcdoc="[^"]*The mill ground rye/.test(data))
JS
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

<html><head><title>The mill</title></head><body><iframe src=3D"cid:frame-1@mhtml.blink"></iframe></body></html>
------MultipartBoundary--mill----
Content-Type: text/html
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://b.example/post

<html><head></head><body><p>The mill ground rye.</p></body></html>
------MultipartBoundary--mill------
MHTML
sed -i 's/$/\r/' page.mhtml
env/bin/python run.py >seen
node run.mjs >>seen
cat seen
cat >expected <<'SEEN'
unmhtml: <iframe src=""></iframe>
mhtml-to-html: the frame has the text: true
SEEN
diff expected seen
