import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phraseTest } from './phrase-test.ts'

const isLabel = phraseTest(String.raw`
  read next
  à lire aussi
  реклама
  \d{1,5} comments?
`)

test('a text that is a phrase matches, whatever its case, with a few signs around it', () => {
  for (const text of [
    'read next',
    'Read Next →',
    '» READ NEXT',
    'À lire aussi',
    'Реклама:',
    '🔗 Read next',
    '12 Comments',
  ])
    assert.ok(isLabel(text), text)
})

test('a text with other words or more signs does not match', () => {
  for (const text of ['', '→', 'read', 'Read next week', 'Do read next', '---- read next', 'comments'])
    assert.ok(!isLabel(text), text)
})
