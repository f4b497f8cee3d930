#!/bin/sh
# @mozilla/readability 0.6.0 (with linkedom 0.18.12) keeps the answers of an accordion whose questions are buttons in
# headings, the form that the WAI-ARIA Authoring Practices describe, and removes the questions. Without the buttons, the
# questions stay.
#
# Seen:
#   with buttons: 0 questions, 2 answers
#   without buttons: 2 questions, 2 answers
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mozilla/readability@0.6.0 linkedom@0.18.12
cat >run.mjs <<'JS'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

const prose = `<p>${'The ferry crosses the bay twice a day, slowly, and carries mail, tools and visitors. '.repeat(4)}</p>`
const question = (text, isButton) => `<h3>${isButton ? `<button aria-expanded="true">${text}</button>` : text}</h3>`
const answer = (text) => `<div><p>${text}</p></div>`
for (const isButton of [true, false]) {
  const part =
    question('Question one: when does it leave?', isButton) + answer('Answer one: at seven in the morning, from the southern pier.') +
    question('Question two: what does it cost?', isButton) + answer('Answer two: three crowns for each person on board.')
  const page = `<html><head><title>The bay</title></head><body><article><h1>The bay</h1>${prose}${prose}${part}${prose}${prose}</article></body></html>`
  const { content } = new Readability(parseHTML(page).document).parse()
  const count = (text) => content.split(text).length - 1
  console.log(`${isButton ? 'with' : 'without'} buttons: ${count('Question ')} questions, ${count('Answer ')} answers`)
}
JS
node run.mjs >seen
cat seen
printf 'with buttons: 0 questions, 2 answers\nwithout buttons: 2 questions, 2 answers\n' | diff - seen
