import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangeBetween } from './find-words.ts'
import { mergeSegments, packWords } from './pack-words.ts'
import { OWN_ROOM, Scratch } from './scratch.ts'
import type { SearchQuery, SearchTerm } from './search-query.ts'
import type { Gone, SegmentPages } from './segment.ts'
import { union } from './sorted-union.ts'
import type { Numbers } from './sorted-numbers.ts'
import { askedPages, idsInPages } from './word-lists.ts'
import type { WordPage } from './word-page.ts'

const VOCABULARY = ['a', 'ab', 'abc', 'b', 'ba', 'sea', 'seaside', 'wall', 'жук', '東京']
const random = generator(5)
/** Holds what other searches left there. */
const used = new Scratch()
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!

/** A changed entry is in two segments, the words of the older one gone. */
interface Stored {
  readonly id: number
  readonly segment: number
  readonly words: readonly string[]
}

test('queries find in segments what they find by looking at every entry', () => {
  const stored = Array.from({ length: 400 }, (_, index) => makeEntry(index + 1, 1 + Math.floor(index / 100)))
  const changed = stored.slice(0, 60).map(({ id }) => makeEntry(id, 5))
  const deleted = stored.slice(90, 110).map(({ id }) => id)
  const gone: Gone = {
    ids: new Float64Array([...changed.map(({ id }) => id), ...deleted]),
    below: new Float64Array([...changed.map(() => 5), ...deleted.map(() => Number.MAX_SAFE_INTEGER)]),
  }
  const live = [...changed, ...stored.slice(60, 90), ...stored.slice(110)]
  const segments = [1, 2, 3, 4, 5].map((segment) => segmentOf(segment, [...stored, ...changed]))
  const older = segments.slice(0, 3)
  const merged = [{ ...merge(older, gone), segment: 3 }, ...segments.slice(3)]
  const single = [{ ...merge(segments, gone), segment: 6 }]
  for (let round = 0; round < 500; round++) {
    const query = makeQuery()
    const expected = live.filter(({ words }) => isMatch(words, query)).map(({ id }) => id)
    const sorted = expected.toSorted((left, right) => left - right)
    assert.deepEqual(find(query, segments, gone), sorted, JSON.stringify(query))
    assert.deepEqual(find(query, merged, gone), sorted, `merged ${JSON.stringify(query)}`)
    assert.deepEqual(
      find(query, single, { ids: new Float64Array(), below: new Float64Array() }),
      sorted,
      `all merged ${JSON.stringify(query)}`,
    )
  }
})

test('phrases are found far into long texts, and of words that go on over many pages', () => {
  const stored = Array.from({ length: 120 }, (_, index): Stored => {
    const far = Array.from({ length: pick([0, 70, 200, 9000, 11_000]) }, () => 'other')
    return { id: 1 + index * 40, segment: 1 + (index % 2), words: [...far, ...longText()] }
  })
  const segments = [1, 2].map((segment) => segmentOf(segment, stored))
  const gone: Gone = { ids: new Float64Array(), below: new Float64Array() }
  for (let round = 0; round < 40; round++) {
    const tokens = Array.from({ length: pick([2, 2, 3]) }, () => pick(VOCABULARY))
    const terms: SearchTerm[] = [{ tokens, isPrefix: random() < 0.3, isNegated: false, isText: true }]
    const query: SearchQuery = { terms, states: [], isVain: false }
    const expected = stored.filter(({ words }) => isMatch(words, query)).map(({ id }) => id)
    assert.deepEqual(
      find(query, segments, gone),
      expected.toSorted((left, right) => left - right),
      tokens.join(' '),
    )
  }
})

test('a beginning may stand for very many words', () => {
  const words = Array.from({ length: 200_000 }, (_, index) => `many${index.toString(36)}`)
  const pages = strung(packWords([{ id: 7, words: words.map((word) => `'${word}':1A`).join(' ') }]))
  const terms: SearchTerm[] = [{ tokens: ['many'], isPrefix: true, isNegated: false, isText: true }]
  const gone: Gone = { ids: new Float64Array(), below: new Float64Array() }
  assert.deepEqual(find({ terms, states: [], isVain: false }, [{ segment: 1, ...pages }], gone), [7])
})

test('damaged pages name no entry that is not there', () => {
  const stored = Array.from({ length: 100 }, (_, index) => makeEntry(index + 1, 1))
  const whole = segmentOf(1, stored)
  const query: SearchQuery = {
    terms: [{ tokens: ['sea', 'wall'], isPrefix: false, isNegated: false, isText: true }],
    states: [],
    isVain: false,
  }
  for (let round = 0; round < 100; round++) {
    const places = Uint8Array.from(whole.places, (byte) => (random() < 0.2 ? Math.floor(random() * 256) : byte))
    const found = find(query, [{ ...whole, places: places.subarray(0, places.length - (round % 7)) }], {
      ids: new Float64Array(),
      below: new Float64Array(),
    })
    assert.ok(found.every((id) => id >= 1 && id <= 100))
  }
})

/** Words with others between them, so that steps from place to place take one byte or two. */
function longText(): string[] {
  return Array.from({ length: 120 }, () =>
    random() < 0.4 ? [pick(VOCABULARY)] : (Array(60).fill('x') as string[]),
  ).flat()
}

test('numbers of several lists are put in order, whether they are near each other or far apart, mixed or one list behind the other', () => {
  const scratch = new Scratch()
  for (const scale of [1, 3, 1000, 2 ** 40]) {
    for (const [step, count] of [
      [0, 4],
      [300, 3],
      [700, 2],
      [2000, 4],
      [300, 20],
      [50, 40],
    ] as const) {
      const lists = Array.from({ length: count }, (_, at) => ascending(at * step, scale))
      const expected = [...new Set(lists.flatMap((list) => [...list]))].toSorted((left, right) => left - right)
      assert.deepEqual(Array.from(union(lists)), expected)
      scratch.clear()
      const inScratch = lists.map((list) => copyInto(scratch, list))
      assert.deepEqual(Array.from(union(inScratch, scratch)), expected)
      assert.deepEqual(inScratch, lists, 'what was given is as it was')
    }
  }
  assert.deepEqual(Array.from(union([])), [])
  assert.deepEqual(Array.from(union([new Float64Array(), Float64Array.of(7), new Float64Array()])), [7])
  assert.deepEqual(Array.from(union([new Float64Array(), new Float64Array()])), [])
})

/** @returns about 300 numbers between `from` and 700 above, each times `scale` */
function ascending(from: number, scale: number): Numbers {
  const numbers = new Set(Array.from({ length: 400 }, () => from + Math.floor(random() * 700)))
  return Float64Array.from(numbers, (number) => number * scale).sort()
}

function copyInto(scratch: Scratch, list: Numbers): Numbers {
  const copy = scratch.numbers(list.length)
  copy.set(list)
  return copy
}

function makeEntry(id: number, segment: number): Stored {
  return { id, segment, words: Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(VOCABULARY)) }
}

function segmentOf(segment: number, entries: readonly Stored[]): SegmentPages {
  const own = entries.filter((entry) => entry.segment === segment)
  return { segment, ...strung(packWords(own.map(({ id, words }) => ({ id, words: vectorOf(words) })))) }
}

function vectorOf(words: readonly string[]): string {
  const places = Map.groupBy(
    words.map((word, index) => ({ word, place: `${index + 1}A` })),
    ({ word }) => word,
  )
  return [...places].map(([word, each]) => `'${word}':${each.map(({ place }) => place).join(',')}`).join(' ')
}

/** In several ranges, one of them without a word. */
function merge(parts: readonly SegmentPages[], gone: Gone) {
  const bounds = ['', 'ab', 'bb', 'c', 'sea', 'ж', undefined]
  const ranges = bounds.slice(1).map((to, index) => rangeBetween(bounds[index]!, to))
  return strung(ranges.flatMap((range) => mergeSegments(parts, gone, range)))
}

function strung(pages: readonly WordPage[]) {
  return {
    ids: Buffer.concat(pages.map(({ ids }) => ids)),
    places: Buffer.concat(pages.map(({ places }) => places)),
  }
}

function makeQuery(): SearchQuery {
  const terms = Array.from({ length: 1 + Math.floor(random() * 3) }, (): SearchTerm => {
    const tokens = Array.from({ length: pick([1, 1, 1, 2, 3]) }, () => pick(VOCABULARY))
    return { tokens, isPrefix: random() < 0.5, isNegated: random() < 0.3, isText: true }
  })
  return { terms, states: [], isVain: false }
}

/** Where nothing is wanted, `idsInPages` says what has something of the unwanted. */
function isMatch(words: readonly string[], { terms }: SearchQuery): boolean {
  const has = (term: SearchTerm) => words.some((_, start) => isAt(words, start, term))
  const wanted = terms.filter(({ isNegated }) => !isNegated)
  const hasUnwanted = terms.some((term) => term.isNegated && has(term))
  return wanted.length === 0 ? hasUnwanted : wanted.every(has) && !hasUnwanted
}

function isAt(words: readonly string[], start: number, { tokens, isPrefix }: SearchTerm): boolean {
  return tokens.every((token, index) => {
    const word = words[start + index]
    return isPrefix && index === tokens.length - 1 ? word?.startsWith(token) : word === token
  })
}

function find(query: SearchQuery, segments: readonly SegmentPages[], gone: Gone): number[] {
  const read = { pages: askedPages(query).map(() => segments), gone }
  const found = Array.from(idsInPages(query, read, OWN_ROOM))
  used.clear()
  assert.deepEqual(Array.from(idsInPages(query, read, used)), found, 'the same in scratch')
  return found
}

/** A linear congruential generator (Numerical Recipes). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
