import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorNames } from './author-names.ts'

const READ: readonly (readonly [string, readonly string[]])[] = [
  ['By Ada Marsh', ['Ada Marsh']],
  ['BY: Ada Marsh', ['Ada Marsh']],
  ['Written by Ada Marsh', ['Ada Marsh']],
  ['Von Jörg Brückner', ['Jörg Brückner']],
  ['Par Hélène d’Arcy', ['Hélène d’Arcy']],
  ['Por Caetano Duarte', ['Caetano Duarte']],
  ['Автор: Мария Лунина', ['Мария Лунина']],
  ['By Ada Marsh and Ben Oyelaran', ['Ada Marsh', 'Ben Oyelaran']],
  ['Ada Marsh, Ben Oyelaran & Chen Li', ['Ada Marsh', 'Ben Oyelaran', 'Chen Li']],
  ['Ada Marsh, Senior Editor', ['Ada Marsh']],
  ['Ada Marsh, Senior Coast Correspondent', ['Ada Marsh']],
  ['Hélène d’Arcy, journaliste', ['Hélène d’Arcy']],
  ['Hafenamt Tarn GmbH', []],
  ['Ada Marsh, Director of Tides, Advanced Analytics', ['Ada Marsh']],
  ['Ada Marsh, Editor, Ben Oyelaran', ['Ada Marsh', 'Ben Oyelaran']],
  ['& Ada Marsh', ['Ada Marsh']],
  ['Monday August 27, 2018 10:05 am PDT by Ada Marsh', ['Ada Marsh']],
  ['August 27, 2018 by the gate', []],
  ['by AM', []],
  ['This review is posted in Boats', []],
  ['Ada Marsh | May 6, 2024', ['Ada Marsh']],
  ['Ada Marsh – Updated yesterday', ['Ada Marsh']],
  ['Jean-Luc O’Neill', ['Jean-Luc O’Neill']],
  ['山田太郎', ['山田太郎']],
  ['Ada Marsh; ada marsh', ['Ada Marsh']],
  ['Andy Sandon', ['Andy Sandon']],
  ['Updated, Originally, Ada Marsh', ['Ada Marsh']],
  ['Byron Vonnegut', ['Byron Vonnegut']],
  ['Ada Marsh, MS, RDN', ['Ada Marsh, MS, RDN']],
  ['Ada Marsh, Ph.D., Ben Ode, Jr.', ['Ada Marsh, Ph.D.', 'Ben Ode, Jr.']],
  ['Ada Marsh, Co-Founder, CEO', ['Ada Marsh']],
  ['Ada Marsh (Tidewriter)', ['Ada Marsh (Tidewriter)']],
  ['Ada Marsh (12 posts)', ['Ada Marsh']],
  ['Post by tide07 » 11. Sep 2024', ['tide07']],
  ['Articles by Ada Marsh', ['Ada Marsh']],
  ['Radio On', ['Radio On']],
  ['Ada Marsh in Tides', ['Ada Marsh']],
  ['Tidepost Staff', ['Tidepost Staff']],
  ['Lost in the Tide', ['Lost in the Tide']],
  ['by Ada Marsh | Mar 11, 2024 | Tides, Harbours | 3 comments', ['Ada Marsh']],
  ['March Ode and May Marsh', ['March Ode', 'May Marsh']],
  ['tide203', ['tide203']],
  ['Posted by tide07 on Friday', ['tide07']],
  ['Authored by: Dr. Ada Marsh', ['Dr. Ada Marsh']],
  ['This post was written by Ada Marsh', ['Ada Marsh']],
  ['Ada (Byron) Marsh', ['Ada (Byron) Marsh']],
]

for (const [text, names] of READ) {
  test(`${JSON.stringify(text)} names ${names.join(' and ')}`, () =>
    assert.deepEqual(authorNames([text], undefined), names))
}

const NOBODY: readonly string[] = [
  '',
  'admin',
  'Staff',
  'Staff Writer',
  'NOC Admin',
  '5 min read',
  'Fact-checked by Ben Ode',
  'Sign in',
  'The Tide Post',
  'https://www.facebook.com/someone',
  'ada@example.org',
  '<script>alert(1)</script>',
  'x'.repeat(81),
  '{{author.name}}',
  'Share this article',
  '12345',
  'Sat, 20 Dec, 2025',
  'March 20, 2024 | Tides & Harbours',
  'page.head.extra.author',
  'Get in touch',
]

for (const text of NOBODY) {
  test(`${JSON.stringify(text.slice(0, 40))} contains no name`, () =>
    assert.deepEqual(authorNames([text], 'The Tide Post'), []))
}

test('at most 20 names are returned, and none for a long text without names', () => {
  const many = Array.from({ length: 50 }, (_, i) => `Ada M${'a'.repeat(i)}`)
  assert.equal(authorNames(many, undefined).length, 20)
  assert.deepEqual(authorNames(['by '.repeat(100_000)], undefined), [])
})
