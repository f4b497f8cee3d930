import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LETTER, NAME_LETTER } from './letter-class.ts'

const [letter, nameLetter] = [LETTER, NAME_LETTER].map((source) => new RegExp(`^${source}$`, 'u')) as [RegExp, RegExp]

test('nearly all letters of Unicode match, and signs, digits, spaces and emoji do not', () => {
  const missed: string[] = []
  for (let code = 0; code < 0xd800; code++) {
    const character = String.fromCodePoint(code)
    if (/\p{L}/u.test(character) && !letter.test(character)) missed.push(character)
  }
  // Superscript letters and those of formulas, such as ⁿ and ℝ.
  assert.ok(
    missed.every((character) => character >= '\u2071' && character <= '\u2188'),
    missed.join(' '),
  )
  for (const character of [...'éßªЖя漢かー한عह', '\u{20000}']) assert.match(character, letter)
  for (const character of '1 \n\u00a0.,;:-–—…’\'"“«»()[]<>_=+*/\\|@#$%&€№、。・！，（🙂')
    assert.doesNotMatch(character, letter, character)
})

test('an apostrophe, a dot and a hyphen belong to names', () => {
  for (const character of "'’.-ó") assert.match(character, nameLetter)
  for (const character of '1 ,;:–/“&') assert.doesNotMatch(character, nameLetter)
})
