import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson, parseJsonObject } from './json.ts'

test('a text that is not JSON has no value, and the text "null" has the value null', () => {
  for (const text of ['', ' ', '{', 'undefined', "{'a':1}"]) assert.equal(parseJson(text), undefined, text)
  assert.equal(parseJson('null'), null)
  assert.deepEqual(parseJson('[1]'), [1])
})

test('lists, null and single values are no objects', () => {
  for (const text of ['[]', 'null', '"a"', '1', '{']) assert.equal(parseJsonObject(text), undefined, text)
  assert.deepEqual(parseJsonObject('{"a":[]}'), { a: [] })
})
