import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword, parsePassword } from './password-rules.ts'

test('the passwords that people use most are common, in upper or lower case', () => {
  for (const password of ['12345678', 'Password1', 'QWERTYUIOP', 'iloveyou', 'wallabag1']) {
    assert.ok(isCommonPassword(password), password)
    assert.throws(() => parsePassword(password, 'ada'), { code: 'invalid_input' }, password)
  }
})

test('several words in a row are not common, nor are members of Object', () => {
  for (const password of ['four words in a row', 'constructor', 'toString', 'xK3-vu9-qLm']) {
    assert.ok(!isCommonPassword(password), password)
  }
})
