import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnnotations } from './read-annotations.ts'

const tagsOf = (tags: unknown) => readAnnotations([{ quote: 'sea', text: '', tags }])?.[0]?.tags

test('the tags of highlights are imported, without those that are too long or too many', () => {
  assert.deepEqual(tagsOf(['Sea', 'wall, sea ', 'x'.repeat(300)]), ['sea', 'wall'])
  assert.deepEqual(tagsOf('one, two'), ['one', 'two'])
  assert.equal(tagsOf(Array.from({ length: 30 }, (_, index) => `t${index}`))?.length, 20)
  for (const none of [undefined, null, [], '', 7, [7, null], { a: 1 }]) assert.equal(tagsOf(none), undefined)
})
