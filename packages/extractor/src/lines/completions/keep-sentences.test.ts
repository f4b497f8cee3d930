import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { keepSentences } from './keep-sentences.ts'

const TIDE = 'The tide comes in, and it goes out again, and nobody has ever hurried it.'

/** @returns the lines that are kept of a page of which only the sentence about the tide is kept at first */
const keptOf = (html: string, mayKeep = true): string[] =>
  completedLines(
    `<body>${html}</body>`,
    (text) => text === TIDE,
    (page, keep) => keepSentences(page, keep, () => mayKeep),
  )

test('sentences beside a kept line of the same box stay, also those before it', () => {
  const html = `<div><p>It rained.</p><p>「遅い。」</p><p>${TIDE}</p><p>Nobody came.</p></div>`
  assert.deepEqual(keptOf(html), ['It rained.', '「遅い。」', TIDE, 'Nobody came.'])
  assert.deepEqual(keptOf(html, false), [TIDE])
})

test('a sentence stays whose first word only starts like that of a pointer to another page', () => {
  assert.deepEqual(keptOf(`<p>${TIDE}</p><p>Verletzt wurde niemand.</p>`), [TIDE, 'Verletzt wurde niemand.'])
  assert.deepEqual(keptOf(`<p>${TIDE}</p><p>Ver las fotos.</p>`), [TIDE])
})

test('lines in another box, of another kind, with links or without the end of a sentence do not stay', () => {
  const link = '<p><a href="/x">It rained.</a></p>'
  const html = `<div>${link}<p>${TIDE}</p><p>Three boats</p><p>It rained.</p></div><p>Nobody came.</p>`
  assert.deepEqual(keptOf(html), [TIDE])
  assert.deepEqual(keptOf(`<div><p>${TIDE}</p><div>Nobody came.</div></div>`), [TIDE])
})
