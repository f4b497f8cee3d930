import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mendFields } from './mend-fields.ts'
import { parseQuery } from './parse-query.ts'

const mended = (text: string): string => mendFields(text, parseQuery(text).warnings)

test('misspelled fields and keywords are replaced by near ones', () => {
  assert.equal(mended('is:unred wall'), 'is:unread wall')
  assert.equal(mended('wall -is:stared titel:sea'), 'wall -is:starred title:sea')
  assert.equal(mended('type:artcle OR tide'), 'type:article OR tide')
})

test('other queries stay as they are', () => {
  for (const text of ['wall', 'is:unread', 'is:nothing', 'colour:red', 'sort:colour', 'time:long', 'a:b', ')'])
    assert.equal(mended(text), text, text)
})
