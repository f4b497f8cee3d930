import type { NumberRoom } from './scratch.ts'
import type { SearchQuery, SearchTerm } from './search-query.ts'
import { findWords, rangeOfWord, wholeWords } from './find-words.ts'
import { withoutGone, type Gone, type SegmentPages } from './segment.ts'
import { onlyAmong, withoutThose, type Numbers } from './sorted-numbers.ts'
import { union } from './sorted-union.ts'
import { inARow, rowRoom, type PlacedWords, type RowRoom } from './words-in-a-row.ts'

/** Pages that are asked for: those with words from `low` to `high`, in the order of their bytes. */
export interface AskedPages {
  readonly low: string
  readonly high: string
  /** the places are needed besides, because the words must follow each other */
  readonly placed: boolean
}

/** What was read of a query's words. */
export interface ReadPages {
  /** for each of `askedPages` what there is in each segment, the older first; there may be other words in it too */
  readonly pages: readonly (readonly SegmentPages[])[]
  readonly gone: Gone
}

/** Comes after everything that a word can go on with. */
const END = '\u{10ffff}'

/** @returns what a query needs: for its terms in order, for each its tokens in order */
export function askedPages({ terms }: Pick<SearchQuery, 'terms'>): AskedPages[] {
  return terms.flatMap(({ tokens, isPrefix }) =>
    tokens.map((token, index) => ({
      low: token,
      high: isPrefix && index === tokens.length - 1 ? token + END : token,
      placed: tokens.length > 1,
    })),
  )
}

/**
 * @returns ids, in ascending order, of the entries in the segments that have all that is wanted and nothing that is not.
 * Where nothing is wanted, those that have something of what is not. They are in `room`, as is all that is needed besides
 */
export function idsInPages(query: SearchQuery, read: ReadPages, room: NumberRoom): Numbers {
  const steps = idsInSteps(query, read, room)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps, each of a phrase in one segment, between which somebody else may have their turn. */
export function* idsInSteps(
  { terms }: SearchQuery,
  { pages, gone }: ReadPages,
  room: NumberRoom,
): Generator<void, Numbers> {
  const row = rowRoom(
    askedPages({ terms }).flatMap(({ placed }, at) => (placed ? pages[at]! : [])),
    room,
  )
  let at = 0
  const read = terms.map((term) => ({ term, pages: pages.slice(at, (at += term.tokens.length)), gone, row }))
  const wanted = read.filter(({ term }) => !term.isNegated)
  const unwanted = read.filter(({ term }) => term.isNegated)
  const words: Numbers[] = []
  for (const each of wanted.filter(({ term }) => term.tokens.length === 1)) words.push(yield* idsOf(each))
  let found = words.length > 0 ? allHave(words, room) : undefined
  // The words of a phrase are compared only where all else is.
  for (const each of wanted.filter(({ term }) => term.tokens.length > 1)) found = yield* idsOf(each, found)
  const out: Numbers[] = []
  for (const each of unwanted) out.push(yield* idsOf(each, found))
  const unwantedIds = union(out, room)
  return found === undefined ? unwantedIds : withoutThose(found, unwantedIds, room)
}

/** What was read of a term: the pages of its tokens. */
interface ReadTerm extends ReadPages {
  readonly term: SearchTerm
  readonly row: RowRoom
}

/** @param among ids of those that count, which a word alone does not look at: all of them unless said otherwise */
function* idsOf({ term, pages, gone, row }: ReadTerm, among?: Numbers): Generator<void, Numbers> {
  if (among?.length === 0) return among
  const { room } = row
  const lists: Numbers[] = []
  // The words of an entry count in one segment alone.
  for (const [index, { segment }] of pages[0]!.entries()) {
    const phrase = pages.map((own, token) => wordsOf({ term, token, room }, own[index]!))
    const found = phrase.length === 1 ? entriesOf(phrase[0]!, room) : idsOfPhrase(phrase, row, among)
    lists.push(withoutGone(found, gone, segment, room))
    if (phrase.length > 1) yield
  }
  return union(lists, room)
}

function idsOfPhrase(phrase: readonly PlacedWords[], row: RowRoom, among?: Numbers): Numbers {
  const candidates = allHave(
    [...phrase.map((words) => entriesOf(words, row.room)), ...(among ? [among] : [])],
    row.room,
  )
  return candidates.length === 0 ? candidates : inARow(phrase, candidates, row)
}

interface Token {
  readonly term: SearchTerm
  /** which of its tokens */
  readonly token: number
  readonly room: NumberRoom
}

function wordsOf({ term, token, room }: Token, { ids, places }: SegmentPages): PlacedWords {
  const { tokens, isPrefix } = term
  const words = [...findWords(ids, rangeOfWord(tokens[token]!, isPrefix && token === tokens.length - 1), room)]
  return { words: tokens.length === 1 ? words : wholeWords(words, room), places }
}

function entriesOf({ words }: PlacedWords, room: NumberRoom): Numbers {
  return union(
    words.map(({ ids }) => ids),
    room,
  )
}

const NONE = new Float64Array()

/** The shortest first, so that the others are only walked. */
function allHave(lists: readonly Numbers[], room: NumberRoom): Numbers {
  const [first = NONE, ...others] = lists.toSorted((left, right) => left.length - right.length)
  return others.reduce((rest, list) => (rest.length === 0 ? rest : onlyAmong(rest, list, room)), first)
}
