import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryToCondition } from './query-to-condition.ts'
import type { Condition, StoredRange } from './condition.ts'
import { FIELDS } from './fields.ts'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print-query.ts'
import { fts5Match, isFullTextOnly, tsqueryText } from './sql/full-text-match.ts'

const NOW = { at: new Date('2026-03-31T12:00:00Z'), timeZone: 'Europe/Berlin' }

/**
 * @returns the query in a short notation: `-` for not, `+` between tokens that must follow each other, `*` for a
 * prefix, `/` for or
 */
function shape(text: string): string {
  return spell(queryToCondition(parseQuery(text), NOW))
}

function spell(condition: Condition): string {
  switch (condition.type) {
    case 'tokens':
      return `${condition.part ? `${condition.part}=` : ''}${condition.tokens.join('+')}${condition.isPrefix ? '*' : ''}`
    case 'not':
      return `-${spell(condition.part)}`
    case 'and':
      return `(${condition.parts.map(spell).join(' ')})`
    case 'or':
      return `(${condition.parts.map(spell).join(' / ')})`
    case 'flag':
      return `is.${condition.flag}`
    case 'constant':
      return String(condition.value)
    case 'address':
      return `url.${condition.text}`
    case 'collected':
      return `collected.${condition.collection}`
    case 'media':
      return `type.${condition.kind}`
    default:
      return condition.column + spellRange(condition.range)
  }
}

function spellRange({ from, to, isFromExclusive, isToExclusive }: StoredRange<string | number>): string {
  const start = from === undefined ? '' : `${isFromExclusive ? '>' : '>='}${from}`
  return start + (to === undefined ? '' : `${isToExclusive ? '<' : '<='}${to}`)
}

const warnings = (text: string) => parseQuery(text).warnings.map(({ kind, start, end }) => `${kind} ${start}-${end}`)

test('words from three characters on are beginnings, the last from two, phrases and excluded words never', () => {
  assert.equal(shape('sea ab wall a'), '(sea* ab wall* a)')
  assert.equal(shape('a ab'), '(a ab*)')
  assert.equal(shape('a* ab* "abc" -abc'), '(a ab* abc -abc)')
  assert.equal(shape('sea-wall'), 'sea+wall*')
})

test('AND binds tighter than OR, NOT tightest; operators are words in capitals', () => {
  assert.equal(shape('alpha OR beta gamma'), '(alpha* / (beta* gamma*))')
  assert.equal(shape('(alpha OR beta) AND gamma'), '((alpha* / beta*) gamma*)')
  assert.equal(shape('alpha | -beta NOT (gamma OR delta)'), '(alpha* / (-beta -(gamma / delta)))')
  assert.equal(shape('now or never and not'), '(now* or never* and* not*)')
  assert.equal(shape('ANDROID ORANGE NOTES'), '(android* orange* notes*)')
  assert.equal(shape('"OR" "AND"'), '(or and)')
  assert.equal(shape('--alpha NOT -beta'), '(alpha* beta*)')
})

test('a field has any of its values; a name that is no field is text, with a warning', () => {
  assert.equal(shape('tag:C++ #c# label:dev/*'), '(.tag.c_17__17_ .tag.c_z_ .tag.dev_1b_*)')
  assert.equal(shape('tag:a,"b c",d'), '(.tag.a / .tag.b_c / .tag.d)')
  assert.equal(shape('site:https://www.example.org/x'), '.site.www_1a_example_1a_org')
  assert.equal(shape('author:"Ada Lovelace" lang:de has:notes'), '(.author.ada .author.lovelace .lang.de is.annotated)')
  assert.equal(shape('-is:read is:fav is:constructor'), '(-is.archived is.starred is+constructor*)')
  assert.equal(shape('title:tide text:"sea wall" note:harb*'), '(title=tide* content=sea+wall notes=harb*)')
  assert.equal(
    shape('is:unread,starred no:tag type:pdf url:/Feed'),
    '((-is.archived / is.starred) -is.tagged type.pdf url./feed)',
  )
  assert.equal(shape("e:mail https://x.org/a AT&T don't"), '(e+mail* x+org+a at+t don+t)')
  assert.deepEqual(warnings('colour:red https://x.org tag: is:blue'), [
    'unknown-field 0-10',
    'no-value 25-29',
    'wrong-value 30-37',
  ])
})

test('numbers have ranges, comparisons and units', () => {
  assert.equal(shape('time:5..15m time>5 mins:<=1.5h'), '(minutes>=5<=15 minutes>5 minutes<=90)')
  assert.equal(shape('left:<12m progress:50%.. progress:<10'), '(minutesLeft<12 share>=0.5 share<0.1)')
  assert.equal(shape('time:>4.5 time:4.5..'), '(minutes>4 minutes>=5)')
  assert.equal(shape('id:3,7 highlights:2'), '((id>=3<=3 / id>=7<=7) annotations>=2<=2)')
  assert.equal(shape('readPosition__gt:50'), 'share>0.5')
  assert.deepEqual(warnings('time:x time:5.. time:.. time:1..2..3'), [
    'wrong-value 0-6',
    'wrong-value 16-23',
    'wrong-value 24-36',
  ])
})

test('days begin in the time zone of the reader, also where the clocks change', () => {
  assert.equal(shape('saved:2026-03-29'), 'saved>=2026-03-28T23:00:00.000Z<2026-03-29T22:00:00.000Z')
  assert.equal(shape('saved:2025'), 'saved>=2024-12-31T23:00:00.000Z<2025-12-31T23:00:00.000Z')
  assert.equal(shape('published:2025-01..2025-03'), 'published>=2024-12-31T23:00:00.000Z<2025-03-31T22:00:00.000Z')
  assert.equal(shape('saved:today'), 'saved>=2026-03-30T22:00:00.000Z')
  assert.equal(shape('saved:lastweek'), 'saved>=2026-03-22T23:00:00.000Z<2026-03-29T22:00:00.000Z')
  assert.equal(shape('saved:"this month"'), 'saved>=2026-02-28T23:00:00.000Z')
  assert.equal(shape('age:<7d'), 'saved>=2026-03-24T12:00:00.000Z')
  assert.equal(shape('age:>1m'), 'saved<2026-02-28T12:00:00.000Z')
  assert.equal(shape('saved:last24hrs opened:*'), '(saved>=2026-03-30T12:00:00.000Z opened)')
  assert.equal(shape('before:2020 after:2019-06'), '(saved<2019-12-31T23:00:00.000Z saved>=2019-06-30T22:00:00.000Z)')
  assert.deepEqual(warnings('saved:2025-13 saved:2025-02-30 saved:soon age:2020'), [
    'wrong-value 0-13',
    'wrong-value 14-30',
    'wrong-value 31-41',
    'wrong-value 42-50',
  ])
})

test('order and limit apply to the whole query, wherever they are', () => {
  const { node, sort, limit } = parseQuery('tide (sort:-time limit:20 wall) sort:title,read-asc')
  assert.equal(node?.type, 'and')
  assert.deepEqual(
    sort.map(({ key, isDescending }) => `${key} ${isDescending}`),
    ['time true', 'title false', 'archived false'],
  )
  assert.equal(limit, 20)
  assert.deepEqual(warnings('sort:colour limit:many'), ['wrong-order 0-11', 'wrong-order 12-22'])
})

test('operators and parentheses without a partner are left out, with a warning', () => {
  assert.deepEqual(warnings('OR tide AND'), ['operator 0-2', 'operator 8-11'])
  assert.equal(shape('OR tide AND'), 'tide*')
  assert.deepEqual(warnings('tide) (wall'), ['parenthesis 4-5'])
  assert.equal(shape('tide) (wall'), '(tide* wall*)')
  assert.equal(shape('()'), 'true')
  assert.equal(shape('\' " - *'), 'false')
})

test('4 KB, 64 terms and 32 groups count, whatever is sent', () => {
  const many = parseQuery('ab '.repeat(100))
  assert.equal(many.node?.type === 'and' && many.node.nodes.length, 64)
  assert.equal(many.warnings[0]?.kind, 'too-many')
  const long = parseQuery(`"${'é '.repeat(10_000)}`)
  assert.deepEqual(long.warnings[0]?.kind, 'too-long')
  assert.ok(JSON.stringify(long.node).length < 4200)
  const deep = parseQuery(`${'('.repeat(2000)}tide${')'.repeat(2000)}`)
  assert.ok(deep.warnings.some(({ kind }) => kind === 'too-deep'))
  const negated = parseQuery(`${'-'.repeat(4000)}tide`)
  assert.equal(negated.node?.type, 'text')
})

const PIECES = [
  '"',
  "'",
  '\\',
  '*',
  ':',
  '(',
  ')',
  '-',
  '!',
  '#',
  '^',
  '+',
  ',',
  '..',
  '<',
  '>=',
  ' ',
  ' ',
  '\0',
  'a',
  'sea',
  'NEAR',
]
const WORDS = [
  'OR',
  ' AND ',
  ' NOT ',
  '|',
  'tag:',
  'is:',
  'unread',
  'time:',
  '5',
  '7d',
  'saved:',
  'sort:',
  'title',
  '東',
  '🎉',
  '\ud800',
]
const NAMES = Object.keys(FIELDS).map((name) => `${name}:`)

/** @returns a function that returns random texts, the same ones in every run */
function randomTexts(): () => string {
  let state = 1
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const all = [...PIECES, ...WORDS, ...NAMES]
  return () => Array.from({ length: random(20) }, () => all[random(all.length)]).join('')
}

test('any text is a query; printed, it is the same query', () => {
  const next = randomTexts()
  for (let round = 0; round < 5000; round++) {
    const text = next()
    const query = parseQuery(text)
    const printed = printQuery(query)
    const again = parseQuery(printed)
    assert.equal(printQuery(again), printed, JSON.stringify(text))
    assert.equal(
      spell(queryToCondition(again, NOW)),
      spell(queryToCondition(query, NOW)),
      JSON.stringify([text, printed]),
    )
    for (const { start, end } of query.warnings) assert.ok(start >= 0 && start <= end && end <= text.length, text)
  }
})

test('the indexes only see quoted tokens', () => {
  const next = randomTexts()
  for (let round = 0; round < 5000; round++) {
    const text = next()
    const condition = queryToCondition(parseQuery(text), NOW)
    if (!isFullTextOnly(condition)) continue
    const rest = fts5Match(7, condition).text.replaceAll(/"7_[^"]*"(?: \*)?/g, '')
    assert.match(rest, /^(?:AND|OR|NOT|title :|notes :|content :|[() ])*$/, text)
    assert.match(tsqueryText(7, condition).replaceAll(/'[^'\\]*'(?::\*?[ACD]?)?/g, ''), /^[()&|!<> -]*$/, text)
  }
})
