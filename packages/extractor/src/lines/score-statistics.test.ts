import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textWords } from './line-words.ts'
import { statisticsOf, statisticsOfText } from './score-statistics.ts'
import { WordTable } from './word-score-table.ts'

const TEXTS = [
  '',
  'a',
  'Tide',
  'Read more',
  'READ THE WHOLE STORY',
  'one two three four five',
  '12 Tides, 3 moons; the x-ray!',
  'Die Flut kommt über Nacht',
  'the tide '.repeat(30),
  `${'x'.repeat(158)} tide`,
  `${'x'.repeat(155)} tide and`,
]

test('the statistics of a text are those of its words, for every kind of character', () => {
  const words = [...new Set(TEXTS.flatMap((text) => textWords(text)))]
  const table = new WordTable(words.map((word, index) => [word, (index % 7) - 3]))
  for (const text of TEXTS) assert.deepEqual(statisticsOfText(text, table), statisticsOf(textWords(text), table), text)
})

test('every word of a large table keeps its own score', () => {
  const words = Array.from({ length: 5000 }, (_, index) => `word${index}`)
  const table = new WordTable(words.map((word, index) => [word, index]))
  assert.deepEqual(
    words.filter((word, index) => statisticsOf([word], table).sum !== index),
    [],
  )
})
