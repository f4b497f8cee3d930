import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapArticle } from './article-map.ts'
import { locateAnnotations, quoteOf, findSelectedSpan } from './locate-annotations.ts'
import { rangeOf } from './convert-ranges.ts'
import { assertLinearTime } from '../../packages/extractor/src/linear-time.fixture.ts'

const BEFORE =
  '<p>The wall was built by people.</p><p>It holds. The sea <em>moves it</em> a little.</p><p>It holds.</p>'
const AFTER =
  '<div><p>New lead.</p><p>The wall was built by <b>people</b>.</p></div><ul><li>It holds.</li><li>The sea moves it a little.</li></ul>'

function annotate(markup: string, words: string, from = 0): { id: number; quote: string; ranges: string } {
  const map = mapArticle(markup)
  const start = map.text.indexOf(words, from)
  assert.notEqual(start, -1)
  const span = { start, end: start + words.length }
  return { id: 1, quote: quoteOf(map, span), ranges: JSON.stringify([rangeOf(map, span)]) }
}

const wordsAt = (markup: string, annotation: { id: number; quote: string; ranges: string }): string[] => {
  const map = mapArticle(markup)
  return (locateAnnotations(map, [annotation]).get(1) ?? []).map(({ start, end }) => map.text.slice(start, end))
}

test('an annotation is found by its range even if its words occur twice', () => {
  const second = annotate(BEFORE, 'It holds.', 40)
  assert.deepEqual(wordsAt(BEFORE, second), ['It holds.'])
  const map = mapArticle(BEFORE)
  assert.equal(locateAnnotations(map, [second]).get(1)![0]!.start, map.text.lastIndexOf('It holds.'))
})

test('after the article was fetched again, the quote finds the place', () => {
  assert.deepEqual(wordsAt(AFTER, annotate(BEFORE, 'moves it')), ['moves it'])
  assert.deepEqual(wordsAt(AFTER, annotate(BEFORE, 'built by people')), ['built by people'])
})

test('blanks between paragraphs do not part a quote from its words', () => {
  const across = annotate(BEFORE, 'people.It holds')
  assert.equal(across.quote, 'people.\nIt holds')
  assert.deepEqual(wordsAt(BEFORE, across), ['people.It holds'])
  assert.deepEqual(wordsAt(AFTER, across), ['people.It holds'])
  assert.deepEqual(wordsAt(BEFORE, { ...across, ranges: '[]', quote: '  people.\n\n \n It   holds' }), [
    'people.It holds',
  ])
})

test('of several matches, the one nearest to the old position is used', () => {
  const text = `<p>${'mark '.repeat(3000)}</p>`
  const range = { start: '/p[1]', startOffset: '10001', end: '/p[1]', endOffset: '10003' }
  const map = mapArticle(text)
  const placed = locateAnnotations(map, [{ id: 1, quote: 'mark', ranges: JSON.stringify([range]) }])
  assert.deepEqual(placed.get(1), [{ start: 10_000, end: 10_004 }])
})

test('a match far before the old position is used if it is nearer than the one after it', () => {
  const map = mapArticle(`<p>${'tide '.repeat(1000)}mark ${'tide '.repeat(5200)}mark</p>`)
  const old = 5005 + 6000
  const range = { start: '/p[1]', startOffset: `${old}`, end: '/p[1]', endOffset: `${old + 3}` }
  const placed = locateAnnotations(map, [{ id: 1, quote: 'mark', ranges: JSON.stringify([range]) }])
  assert.deepEqual(placed.get(1), [{ start: 5000, end: 5004 }])
})

test('an annotation whose words are missing has no place, and one without words keeps its range', () => {
  const range = '[{"start":"/p[1]","startOffset":"4","end":"/p[1]","endOffset":"8"}]'
  assert.deepEqual(wordsAt(BEFORE, { id: 1, quote: 'never written', ranges: range }), [])
  assert.deepEqual(wordsAt(BEFORE, { id: 1, quote: '', ranges: range }), ['wall'])
  assert.deepEqual(wordsAt(BEFORE, { id: 1, quote: '', ranges: '[]' }), [])
})

test('invalid ranges are ignored', () => {
  for (const ranges of [
    '',
    'null',
    '{}',
    '[null,1,"x",{}]',
    '[{"start":1,"startOffset":0,"end":null,"endOffset":0}]',
    'x',
  ]) {
    assert.deepEqual(wordsAt(BEFORE, { id: 1, quote: 'The sea', ranges }), ['The sea'], ranges)
  }
})

test('a selection is stored by its words: surrounding white space is dropped, and a wrong position is corrected', () => {
  const map = mapArticle(BEFORE)
  const start = map.text.indexOf(' The sea ')
  assert.deepEqual(findSelectedSpan(BEFORE, { start, end: start + 9 }, 'The sea')!.span, {
    start: start + 1,
    end: start + 8,
  })
  assert.deepEqual(findSelectedSpan(BEFORE, { start: 0, end: 4 }, 'The sea')!.span, {
    start: start + 1,
    end: start + 8,
  })
  assert.equal(findSelectedSpan(BEFORE, { start: 0, end: 3 }, 'something else'), undefined)
  assert.equal(findSelectedSpan(BEFORE, { start: 5, end: 5 }, ''), undefined)
  assert.equal(findSelectedSpan(BEFORE, { start: 900, end: 999 }, '  '), undefined)
})

test('of a thousand lost quotes in a long article, only the first ones are searched', () => {
  const map = mapArticle(`<p>${'some words of an article '.repeat(12_000)}</p>`)
  const quotes = Array.from({ length: 1000 }, (_, id) => ({ id, quote: `words of an articles ${id}`, ranges: '[]' }))
  for (const id of [0, 332, 333, 999]) quotes[id]!.quote = 'some words'
  assert.deepEqual([...locateAnnotations(map, quotes).keys()], [0, 332])
})

test('quotes that are made to be found slowly take linear time', async () => {
  await assertLinearTime(40_000, (length) => {
    const map = mapArticle(`<p>${'a'.repeat(length)}</p>`)
    const quote = `aab${'a'.repeat(length / 30)}`
    const lost = Array.from({ length: 20 }, (_, id) => ({ id, quote, ranges: '[]' }))
    return () => assert.equal(locateAnnotations(map, lost).size, 0)
  })
})

test('ranges of the whole article, which no quote can fill, take linear time', async () => {
  await assertLinearTime(5000, (count) => {
    const map = mapArticle(`<p>${'some words '.repeat(count)}end</p>`)
    const ranges = JSON.stringify(Array.from({ length: 10 }, () => rangeOf(map, { start: 0, end: map.text.length })))
    const long = Array.from({ length: 100 }, (_, id) => ({ id, quote: 'end', ranges }))
    return () => {
      const placed = locateAnnotations(map, [...long, { id: 100, quote: '', ranges }])
      assert.deepEqual(placed.get(0), [{ start: 11 * count, end: 11 * count + 3 }])
      assert.equal(placed.get(100), undefined)
    }
  })
})

test('overlapping occurrences of a quote are found', () => {
  const range = { start: '/p[1]', startOffset: '2', end: '/p[1]', endOffset: '3' }
  const map = mapArticle('<p>aabaabaab</p>')
  const placed = locateAnnotations(map, [{ id: 1, quote: 'aa baab', ranges: JSON.stringify([range]) }])
  assert.deepEqual(placed.get(1), [{ start: 3, end: 9 }])
})
