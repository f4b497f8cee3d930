import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageText } from './date-text.ts'
import { localizationIn } from './messages-by-language.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('an age is shown in its largest full unit, in the language of the page', () => {
  const ages: readonly (readonly [number, string, string])[] = [
    [-5000, 'now', 'maintenant'],
    [59_000, 'now', 'maintenant'],
    [MINUTE, '1 min ago', 'il y a 1 min'],
    [59 * MINUTE, '59 min ago', 'il y a 59 min'],
    [125 * MINUTE, '2 hr ago', 'il y a 2 h'],
    [DAY + 1, 'yesterday', 'hier'],
    [6.5 * DAY, '6 days ago', 'il y a 6 j'],
  ]
  for (const [ms, english, french] of ages) {
    assert.deepEqual(
      [plain(localizationIn('en').age(ms)), plain(localizationIn('fr').age(ms))],
      [english, french],
      String(ms),
    )
  }
})

test('an incomplete count is shown as incomplete', () => {
  const said = (['en', 'fr'] as const).map((language) =>
    plain(localizationIn(language).t('search.countCapped', { count: 10_000 })),
  )
  assert.deepEqual(said, ['10,000+ entries', 'Plus de 10 000 articles'])
})

test('a day that is long ago is named, and a recent one can be looked up', () => {
  const [date, words] = [new Date('2026-03-01T10:00:00Z'), localizationIn('en')]
  assert.equal(String(ageText(date, 7 * DAY, words)), '<time datetime="2026-03-01T10:00:00.000Z">1 Mar 2026</time>')
  assert.equal(
    String(ageText(date, 3 * DAY, words)),
    '<time datetime="2026-03-01T10:00:00.000Z" title="1 March 2026">3 days ago</time>',
  )
})
