import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { scriptDirection } from './script-direction.ts'

test('the direction is right-to-left if most letters belong to a right-to-left script', () => {
  assert.equal(scriptDirection(parseHtmlFragment('<p>لا أحد قضى شتاء كاملا</p>')), 'rtl')
  assert.equal(scriptDirection(parseHtmlFragment('<p>Nobody says לא here</p>')), undefined)
})
