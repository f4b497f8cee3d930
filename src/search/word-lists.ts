import type { SearchQuery, SearchTerm } from './search-query.ts'
import { findWords, rangeOfWord, wholeWords } from './find-words.ts'
import { withoutGone, type Gone, type SegmentPages } from './segment.ts'
import { onlyAmong, together, withoutThose, type Numbers } from './sorted-numbers.ts'
import { inOrder } from './sorted-union.ts'
import { inARow, roomFor, type PlacedWords, type Room } from './words-in-a-row.ts'

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

/** Of places that are passed over, where few entries have all else, only so much of the work is left. */
const PASSED = 0.15
/** Bytes of ids of a word that few entries have. */
const FEW = 5000

/** @returns about how much work a query is: bytes of its pages that are read one by one */
export function bytesToWalk({ terms }: SearchQuery, pages: ReadPages['pages']): number {
  const sizes = pages.map((own) => ({
    ids: own.reduce((sum, { ids }) => sum + ids.length, 0),
    places: own.reduce((sum, { places }) => sum + places.length, 0),
  }))
  const words = askedPages({ terms }).map(({ placed }, at) => (placed ? Infinity : sizes[at]!.ids))
  let at = 0
  const isFew = terms.some(({ tokens, isNegated }) => {
    const ids = words[at]!
    at += tokens.length
    return !isNegated && ids < FEW
  })
  return sizes.reduce((sum, { ids, places }) => sum + ids + places * (isFew ? PASSED : 1), 0)
}

/**
 * @returns ids, in ascending order, of the entries in the segments that have all that is wanted and nothing that is not.
 * Where nothing is wanted, those that have something of what is not
 */
export function idsInPages({ terms }: SearchQuery, { pages, gone }: ReadPages): Numbers {
  const room = roomFor(askedPages({ terms }).flatMap(({ placed }, at) => (placed ? pages[at]! : [])))
  let at = 0
  const read = terms.map((term) => ({ term, pages: pages.slice(at, (at += term.tokens.length)), gone, room }))
  const wanted = read.filter(({ term }) => !term.isNegated)
  const unwanted = read.filter(({ term }) => term.isNegated)
  const words = wanted.filter(({ term }) => term.tokens.length === 1).map((each) => idsOf(each))
  let found = words.length > 0 ? allHave(words) : undefined
  // The words of a phrase are compared only where all else is.
  for (const each of wanted.filter(({ term }) => term.tokens.length > 1)) found = idsOf(each, found)
  const out = inOrder(together(unwanted.map((each) => idsOf(each, found))))
  return found === undefined ? out : withoutThose(found, out)
}

/** What was read of a term: the pages of its tokens. */
interface ReadTerm extends ReadPages {
  readonly term: SearchTerm
  readonly room: Room
}

/** @param among ids of those that count, which a word alone does not look at: all of them unless said otherwise */
function idsOf({ term, pages, gone, room }: ReadTerm, among?: Numbers): Numbers {
  if (among?.length === 0) return among
  // The words of an entry count in one segment alone.
  const lists = pages[0]!.flatMap((first, index) => {
    const phrase = pages.map((own, token) => wordsOf(term, token, own[index]!))
    const found = phrase.length === 1 ? phrase[0]!.words.map(({ ids }) => ids) : [idsOfPhrase(phrase, room, among)]
    return found.map((ids) => withoutGone(ids, gone, first.segment))
  })
  return inOrder(together(lists))
}

function idsOfPhrase(phrase: readonly PlacedWords[], room: Room, among?: Numbers): Numbers {
  const candidates = allHave([...phrase.map(entriesOf), ...(among ? [among] : [])])
  return candidates.length === 0 ? candidates : inARow(phrase, candidates, room)
}

function wordsOf({ tokens, isPrefix }: SearchTerm, index: number, { ids, places }: SegmentPages): PlacedWords {
  const range = rangeOfWord(tokens[index]!, isPrefix && index === tokens.length - 1)
  return { words: tokens.length === 1 ? [...findWords(ids, range)] : wholeWords([...findWords(ids, range)]), places }
}

function entriesOf({ words }: PlacedWords): Numbers {
  return inOrder(together(words.map(({ ids }) => ids)))
}

const NONE = new Float64Array()

/** The shortest first, so that the others are only walked. */
function allHave(lists: readonly Numbers[]): Numbers {
  const [first = NONE, ...others] = lists.toSorted((left, right) => left.length - right.length)
  return others.reduce((rest, list) => (rest.length === 0 ? rest : onlyAmong(rest, list)), first)
}
