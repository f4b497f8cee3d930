import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnlikelyName } from './class-name-hints.ts'

test('a word in a name that suggests other content counts, and a name that only ends like it does not', () => {
  assert.ok(isUnlikelyName('extra-links'))
  assert.ok(isUnlikelyName('box-extra'))
  assert.ok(!isUnlikelyName('nextra-code'))
})
