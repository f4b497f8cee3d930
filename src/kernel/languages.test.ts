import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLanguage, languageOfTag } from './languages.ts'

test('a tag names a language whatever its region and spelling', () => {
  for (const tag of ['fr', 'FR', 'fr-CA', 'fr_CA']) assert.equal(languageOfTag(tag), 'fr', tag)
  assert.equal(languageOfTag('en-GB'), 'en')
})

test('an unknown language and an invalid tag have no name', () => {
  for (const tag of ['pt', 'fry', 'frank', '', null, 7, undefined]) assert.equal(languageOfTag(tag), undefined)
  assert.equal(isLanguage('fr-CA'), false)
})
