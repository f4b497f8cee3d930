#!/bin/sh
# defuddle 0.19.4 (with linkedom 0.18.15) keeps the line numbers of a code block and removes the code, if both are in cells of a
# table, as Pygments writes them with `linenos="table"`: Material for MkDocs, Pelican, Hugo and Jekyll do so. Code whose numbers
# stand in its lines stays.
#
# Seen:
#   in cells: numbers true, code false
#   in the lines: numbers true, code true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund defuddle@0.19.4 linkedom@0.18.15
cat >run.mjs <<'JS'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'

const prose = `<p>${'The mill by the river ground rye for three villages, and its wheel can still be heard at night. '.repeat(4)}</p>`
const contentOf = async (part) => {
  const page = `<html><head><title>The mill</title></head><body><article><h1>The mill</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
  return (await Defuddle(parseHTML(page).document, 'https://a.example/mill', { useAsync: false })).content
}
const numbers = '<td class="linenos"><div class="linenodiv"><pre><span class="normal">78</span>\n<span class="normal">79</span></pre></div></td>'
const forms = {
  'in cells': `<div class="highlight"><table class="highlighttable"><tr>${numbers}<td class="code"><div><pre><code>wheel.turn()\nstones.grind()\n</code></pre></div></td></tr></table></div>`,
  'in the lines': '<div class="highlight"><pre><span class="linenos">78</span> wheel.turn()\n<span class="linenos">79</span> stones.grind()\n</pre></div>',
}
for (const [form, part] of Object.entries(forms)) {
  const content = await contentOf(part)
  console.log(`${form}: numbers ${/78/.test(content)}, code ${/wheel\.turn/.test(content) && /stones\.grind/.test(content)}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
in cells: numbers true, code false
in the lines: numbers true, code true
SEEN
diff expected seen
