import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fts5Match, tsqueryMatch } from './full-text-match.ts'
import { parseQuery } from './parse-query.ts'

/** @returns the query in a short form: `-` not, `+` following, `*` beginning */
function shape(text: string): string {
  const { terms, states } = parseQuery(text)
  return [
    ...terms.map((term) => `${term.isNegated ? '-' : ''}${term.tokens.join('+')}${term.isPrefix ? '*' : ''}`),
    ...states.map(({ state, isWanted }) => `${isWanted ? '' : '-'}is.${state}`),
  ].join(' ')
}

test('words from three characters on are beginnings, the last from two, phrases and excluded words never', () => {
  assert.equal(shape('sea ab wall a'), 'sea* ab wall* a')
  assert.equal(shape('a ab'), 'a ab*')
  assert.equal(shape('a* ab* "abc" -abc'), 'a ab* abc -abc')
  assert.equal(shape('sea-wall'), 'sea+wall*')
})

test('fields are what their names say; an unknown name is text', () => {
  assert.equal(shape('tag:C++ site:https://www.example.org/x'), '.tag.c_17__17_ .site.www_1a_example_1a_org')
  assert.equal(shape('author:"Ada Lovelace" lang:de has:notes'), '.author.ada .author.lovelace .lang.de .has.note')
  assert.equal(shape('-is:read is:starred is:constructor'), 'is+constructor* -is.archived is.starred')
  assert.equal(shape('title:x tag:'), 'title+x tag*')
})

test('1 kB and 20 terms count, whatever is sent', () => {
  assert.equal(parseQuery('ab '.repeat(100)).terms.length, 20)
  assert.equal(parseQuery('author:"a b c d e f g h i j" '.repeat(10)).terms.length, 20)
  const long = parseQuery(`"${'é '.repeat(10_000)}`).terms[0]!.tokens
  assert.ok(long.length > 300 && long.length <= 342, `${long.length}`)
  assert.equal(new Set(long).size, 1)
})

test('any text is a query, and the indexes only see quoted tokens', () => {
  let state = 1
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const pieces = [
    '"',
    "'",
    '\\',
    '*',
    ':',
    '(',
    ')',
    '-',
    '^',
    '+',
    ' ',
    '\0',
    'a',
    'NEAR',
    'OR',
    'tag:',
    'is:',
    '東',
    '🎉',
  ]
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: random(20) }, () => pieces[random(pieces.length)]).join('')
    const query = parseQuery(text)
    const { wanted = '', unwanted = '' } = fts5Match(7, query)
    assert.doesNotMatch(`${wanted} ${unwanted}`.replaceAll(/"7_[^"]*"(?: \*)?/g, ''), /[^ANDOR ]/, text)
    const pg = tsqueryMatch(query)
    const rest = `${pg.wanted ?? ''} ${pg.unwanted ?? ''}`.replaceAll(/'[^'\\]*'(?::\*)?/g, '')
    assert.doesNotMatch(rest, /[^()&|<> -]/, text)
  }
})
