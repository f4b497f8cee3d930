import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastTag, suggestTags, withLastTag } from './tag-suggestions.ts'

const labels = ['craft', 'food', 'long read', 'slow food']
const suggested = (typed: string) => suggestTags(typed, labels).map(({ label, isNew }) => (isNew ? `+${label}` : label))

test('existing tags come before a new one, and the typed one before all', () => {
  assert.deepEqual(suggested('fo'), ['food', 'slow food', '+fo'])
  assert.deepEqual(suggested('Food '), ['food', 'slow food'])
  assert.deepEqual(suggested('garden'), ['+garden'])
  assert.deepEqual(suggested(''), labels)
  const many = Array.from({ length: 90 }, (_, index) => `tag ${index}`)
  assert.equal(suggestTags('tag', many).length, 9)
})

test('only the last of several tags is completed, and those before it stay', () => {
  assert.deepEqual(suggested('Craft,lo'), ['long read', 'slow food', '+lo'])
  assert.deepEqual(suggested('craft, CRAFT'), [])
  assert.deepEqual([lastTag('Craft, Lo '), lastTag('craft,')], ['lo', ''])
  assert.deepEqual(
    [withLastTag('Craft,lo', 'long read'), withLastTag('lo', 'long read')],
    ['Craft, long read', 'long read'],
  )
})
