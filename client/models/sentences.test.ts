import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentencesOf } from './sentences.ts'

const read = (text: string, language?: string) =>
  sentencesOf(text, language).map(({ start, end }) => text.slice(start, end))

test('a text is split into sentences without the white space around them', () => {
  assert.deepEqual(read('  The wall stood.  “Did it?” she asked. \n Yes!', 'en'), [
    'The wall stood.',
    '“Did it?” she asked.',
    'Yes!',
  ])
  assert.deepEqual(read('今日は晴れ。明日は雨。', 'ja'), ['今日は晴れ。', '明日は雨。'])
  assert.deepEqual(read(' \n ', 'en'), [])
})

test('abbreviations and initials do not end a sentence', () => {
  assert.deepEqual(read('Dr. Smith met J. K. Rowling. They spoke.', 'en'), [
    'Dr. Smith met J. K. Rowling.',
    'They spoke.',
  ])
  assert.deepEqual(read('Das gilt z. B. Hamburg. Und Bd. Zwei.', 'de'), ['Das gilt z. B. Hamburg.', 'Und Bd. Zwei.'])
  assert.deepEqual(read('It was plan B.', 'en'), ['It was plan B.'])
})

test('an invalid language tag does not fail', () => {
  assert.deepEqual(read('One. Two.', 'not a language'), ['One.', 'Two.'])
})
