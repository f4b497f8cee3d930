#!/bin/sh
# defuddle 0.19.4 (with linkedom 0.18.15), which converts footnotes of many systems to one form, removes those of docutils, the base
# of Sphinx, because they are `aside` elements since docutils 0.18. It removes the references `[1]` from the sentences, too, so that
# nothing tells that there were notes. As a `div`, the note stays, with a link back to the reference that is gone.
#
# Seen:
#   aside: reference false, note false
#   div: reference false, note true
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
const reference = '<p>It was built by monks <a class="footnote-reference brackets" href="#n1" id="r1" role="doc-noteref">[1]</a>.</p>'
for (const tag of ['aside', 'div']) {
  const note = `<${tag} class="footnote brackets" id="n1" role="doc-footnote"><span class="label">[<a role="doc-backlink" href="#r1">1</a>]</span><p>Says the chronicle of the abbey.</p></${tag}>`
  const content = await contentOf(`${reference}<${tag} class="footnote-list brackets">${note}</${tag}>`)
  console.log(`${tag}: reference ${/built by monks .*1/.test(content)}, note ${content.includes('chronicle of the abbey')}`)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
aside: reference false, note false
div: reference false, note true
SEEN
diff expected seen
