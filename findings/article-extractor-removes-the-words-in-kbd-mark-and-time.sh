#!/bin/sh
# @extractus/article-extractor 9.0.1 removes some inline elements together with their text, not only their tags: `kbd`, `samp`,
# `var`, `mark`, `q`, `del`, `ins`, `time` and `ruby` among others. The words of `small`, `abbr` and `em` stay.
#
# Seen:
#   kbd: false
#   samp: false
#   var: false
#   mark: false
#   q: false
#   del: false
#   ins: false
#   time: false
#   ruby: false
#   small: true
#   abbr: true
#   em: true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @extractus/article-extractor@9.0.1
cat >run.mjs <<'JS'
import { extractFromHtml } from '@extractus/article-extractor'

const prose = `<p>${'The mill by the river ground rye for three villages, and its wheel can still be heard at night. '.repeat(4)}</p>`
const page = (part) =>
  `<html><head><title>The mill</title></head><body><article><h1>The mill</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
const contentOf = async (part) => (await extractFromHtml(page(part), 'https://a.example/mill')).content
for (const tag of ['kbd', 'samp', 'var', 'mark', 'q', 'del', 'ins', 'time', 'ruby', 'small', 'abbr', 'em']) {
  const content = await contentOf(`<p>The miller opened the gate at <${tag}>daybreak</${tag}> and closed it late.</p>`)
  console.log(`${tag}: ${content.includes('daybreak')}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
kbd: false
samp: false
var: false
mark: false
q: false
del: false
ins: false
time: false
ruby: false
small: true
abbr: true
em: true
SEEN
diff expected seen
