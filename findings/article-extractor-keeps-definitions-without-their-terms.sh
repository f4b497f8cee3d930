#!/bin/sh
# @extractus/article-extractor 9.0.1 removes every `dt` of a definition list and keeps its `dd`, so a glossary becomes a list
# of explanations of nothing.
#
# Seen:
#   Hopper: false
#   The funnel: true
#   Sluice: false
#   The gate: true
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
const content = await contentOf('<dl><dt>Hopper</dt><dd>The funnel for the grain.</dd><dt>Sluice</dt><dd>The gate for the water.</dd></dl>')
for (const text of ['Hopper', 'The funnel', 'Sluice', 'The gate']) console.log(`${text}: ${content.includes(text)}`)
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Hopper: false
The funnel: true
Sluice: false
The gate: true
SEEN
diff expected seen
