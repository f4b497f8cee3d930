import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELDS, KEYWORDS } from '../../query/fields.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { localizationIn } from '../layout/messages-by-language.ts'
import { explainQuery } from './explain-query.ts'

const NOW = { at: new Date('2026-06-17T22:30:00Z'), timeZone: 'Europe/Berlin' }
const english = (text: string) => explainQuery(parseQuery(text), localizationIn('en'), NOW)

test('a query is explained in words', () => {
  const expected = {
    'is:unread tag:dev,ops time:5..15 sort:saved': 'unread, tagged dev or tagged ops, 5–15 min long · Newest first',
    'tide (wall OR -harbour)': '“tide”, “wall” or without “harbour”',
    'fisherman OR (Bergen -is:archived)': '“fisherman”, or “Bergen” and unread',
    'sea (fisherman OR (Bergen -is:starred -has:note))':
      '“sea”, (“fisherman”, or “Bergen”, not starred, and without notes)',
    '-(wall tide) -no:author -tag:a,b': 'not (“wall”, “tide”), with an author, not tagged a or tagged b',
    'left:<12m progress:>=50%': 'less than 12 min left, at least 50% read',
    'saved:7d archived:>1y': 'saved in the last 7 days, archived more than 1 year ago',
    'saved:today': 'saved since 18 Jun 2026',
    'saved:2025': 'saved from 1 Jan 2025 to 31 Dec 2025',
    'published:2025-03-08 before:2025': 'published on 8 Mar 2025, saved before 1 Jan 2025',
    'in:"Night reading" in:inbox no:tag': 'in the collection Night reading, unread, without tags',
    'lang:de,x1': 'in German or in x1',
    'sort:title': 'All entries · Title',
  }
  for (const [text, said] of Object.entries(expected)) assert.equal(english(text), said, text)
})

test('every field and keyword is explained in every language', () => {
  const keywords = Object.entries(KEYWORDS).flatMap(([field, words]) =>
    Object.keys(words).map((word) => `${field}:${word}`),
  )
  const values = { word: 'x', number: '5', minutes: '5', share: '5', time: '2025', age: '>5d', keyword: 'x' } as const
  const fields = Object.entries(FIELDS).map(([field, kind]) => `${field}:${values[kind]}`)
  for (const language of LANGUAGES) {
    for (const text of [...keywords, ...fields, 'time:>5', 'time:<=5', 'saved:*', 'saved:..2025', 'saved:3h']) {
      const said = explainQuery(parseQuery(text), localizationIn(language), NOW)
      assert.ok(said !== '' && !/undefined|explain\./.test(said), `${language} ${text}: ${said}`)
    }
  }
})
