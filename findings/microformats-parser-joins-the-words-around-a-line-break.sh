#!/bin/sh
# The standard of microformats 2 takes the text of an entry as `textContent`, in which a line break of HTML is nothing.
# microformats-parser 2.0.6 (npm) and mf2dom 0.2.1 (PyPI) do so: the lines of an address or of a poem, and two paragraphs, grow
# together. mf2py 2.0.2 (PyPI) writes line breaks, so that three parsers give two different texts of the same entry.
#
# Seen:
#   microformats-parser: "It turned.By dayand by night."
#   mf2dom: "It turned.By dayand by night."
#   mf2py: "It turned.\n\nBy day\nand by night."
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund microformats-parser@2.0.6
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet mf2dom==0.2.1 mf2py==2.0.2
cat >run.mjs <<'JS'
import { execFileSync } from 'node:child_process'
import { mf2 } from 'microformats-parser'

const html = '<div class="h-entry"><div class="e-content"><p>It turned.</p><p>By day<br>and by night.</p></div></div>'
console.log('microformats-parser:', JSON.stringify(mf2(html, { baseUrl: 'https://a.example/' }).items[0].properties.content[0].value))
const python = `
import json, sys, mf2dom, mf2py
for name, parse in [("mf2dom", lambda: mf2dom.parse(sys.argv[1])), ("mf2py", lambda: mf2py.parse(doc=sys.argv[1]))]:
    print(f"{name}:", json.dumps(parse()["items"][0]["properties"]["content"][0]["value"]))
`
console.log(execFileSync('env/bin/python', ['-c', python, html], { encoding: 'utf8' }).trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
microformats-parser: "It turned.By dayand by night."
mf2dom: "It turned.By dayand by night."
mf2py: "It turned.\n\nBy day\nand by night."
SEEN
diff expected seen
