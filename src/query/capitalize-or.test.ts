import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capitalizeOr } from './capitalize-or.ts'

test('“or” between two conditions becomes the operator', () => {
  assert.equal(capitalizeOr('cooking or travel'), 'cooking OR travel')
  assert.equal(capitalizeOr('tag:sea Or (wall or -tide) or #x'), 'tag:sea OR (wall OR -tide) OR #x')
  assert.equal(capitalizeOr('“sea wall” or harbour'), '“sea wall” OR harbour')
})

test('other words “or” stay', () => {
  for (const text of [
    '',
    'or',
    'or sea',
    'sea or',
    '(or sea)',
    '"sea or wall"',
    'sea "or" wall',
    'title:or x',
    'sea OR x',
  ]) {
    assert.equal(capitalizeOr(text), text)
  }
  assert.equal(capitalizeOr('sea or or wall'), 'sea or or wall')
  assert.equal(capitalizeOr('sea OR or wall'), 'sea OR or wall')
})
