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

/**
 * @returns ids, in ascending order, of the entries in the segments that have all that is wanted and nothing that is not.
 * Where nothing is wanted, those that have something of what is not
 */
export function idsInPages({ terms }: SearchQuery, { pages, gone }: ReadPages): Numbers {
  const placed = askedPages({ terms }).flatMap(({ placed }, at) => (placed ? pages[at]! : []))
  const room = roomFor(placed.map(({ places }) => places))
  let at = 0
  const found = terms.map((term) => {
    const own = pages.slice(at, (at += term.tokens.length))
    // The words of an entry count in one segment alone.
    const lists = own[0]!.flatMap((first, index) => {
      const parts = own.map((part) => part[index]!)
      return idsInSegment(term, parts, room).map((ids) => withoutGone(ids, gone, first.segment))
    })
    return { isNegated: term.isNegated, ids: inOrder(together(lists)) }
  })
  const wanted = found.filter(({ isNegated }) => !isNegated).map(({ ids }) => ids)
  const unwanted = inOrder(together(found.filter(({ isNegated }) => isNegated).map(({ ids }) => ids)))
  if (wanted.length === 0) return unwanted
  return unwanted.length === 0 ? allHave(wanted) : withoutThose(allHave(wanted), unwanted)
}

/**
 * @param parts for each token what there is in the segment
 * @returns ids of the entries that have the term, in ascending order in each of the lists
 */
function idsInSegment(term: SearchTerm, parts: readonly SegmentPages[], room: Room): readonly Numbers[] {
  const phrase = parts.map((part, index) => wordsOf(term, index, part))
  if (phrase.length === 1) return phrase[0]!.words.map(({ ids }) => ids)
  const candidates = allHave(phrase.map(entriesOf))
  return candidates.length === 0 ? [] : [inARow(phrase, candidates, room)]
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
