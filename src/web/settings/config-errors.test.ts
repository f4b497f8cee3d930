import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../kernel/errors.ts'
import { localizationIn } from '../layout/messages-by-language.ts'
import { configError } from './config-errors.ts'

const wrong = new AppError('invalid_input', 'in English')

test('an error in the settings is a sentence in the language of the user', () => {
  const fields = [
    'email',
    'file',
    'feedLimit',
    'itemsPerPage',
    'old_password',
    'password',
    'readingSpeed',
    'second',
    'tags',
  ]
  for (const field of fields) {
    const [english, german] = [
      configError(wrong, field, localizationIn('en')),
      configError(wrong, field, localizationIn('de')),
    ]
    assert.match(english!, /^\p{Lu}.*\.$/u, field)
    assert.match(german!, /^\p{Lu}.*\.$/u, field)
    assert.notEqual(english, german, field)
  }
  assert.equal(configError(wrong, 'readingSpeed', localizationIn('de')), 'Gib eine Zahl von 1 bis 5.000 ein.')
})

test('an email of another account has its own sentence, and an unknown field has none', () => {
  const taken = new AppError('conflict', 'in English')
  assert.equal(configError(taken, 'email', localizationIn('en')), 'Another account uses this email.')
  assert.equal(configError(wrong, 'rule', localizationIn('en')), undefined)
})
