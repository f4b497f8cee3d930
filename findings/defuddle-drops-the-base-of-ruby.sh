#!/bin/sh
# defuddle 0.19.4 (with linkedom 0.18.12) removes the base characters of a ruby if they carry `aria-hidden`, as pages do
# that let screen readers read only the annotation. The annotation stays, above nothing.
#
# Seen:
#   base lost, annotation kept
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
const content = await contentOf('<p>The tale is <ruby><span aria-hidden="true">竹取</span><rt>たけとり</rt></ruby>, as every child here knows.</p>')
const state = (text) => (content.includes(text) ? 'kept' : 'lost')
console.log(`base ${state('竹取')}, annotation ${state('たけとり')}`)
JS
node run.mjs >seen
cat seen
printf 'base lost, annotation kept\n' | diff - seen
