import type { SearchQuery, SearchTerm } from './search-query.ts'
import { findWords, rangeOfWord } from './find-words.ts'
import { countingIds, type Gone, type SegmentPages, type SegmentWord } from './segment.ts'
import { onlyAmong, together, withoutThose, type Numbers } from './sorted-numbers.ts'
import { inOrder } from './sorted-union.ts'
import { inARow } from './words-in-a-row.ts'

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
export function askedPages({ terms }: SearchQuery): AskedPages[] {
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
  let at = 0
  const found = terms.map((term) => {
    const words = pages.slice(at, (at += term.tokens.length)).map((parts, index) => wordsOf(term, index, parts))
    return { isNegated: term.isNegated, ids: idsOf(words, gone) }
  })
  const wanted = found.filter(({ isNegated }) => !isNegated).map(({ ids }) => ids)
  const unwanted = inOrder(together(found.filter(({ isNegated }) => isNegated).map(({ ids }) => ids)))
  if (wanted.length === 0) return unwanted
  return unwanted.length === 0 ? allHave(wanted) : withoutThose(allHave(wanted), unwanted)
}

function wordsOf({ tokens, isPrefix }: SearchTerm, index: number, parts: readonly SegmentPages[]): SegmentWord[] {
  const range = rangeOfWord(tokens[index]!, isPrefix && index === tokens.length - 1)
  return parts.flatMap((part) => Array.from(findWords(part.ids, range), (word) => ({ ...word, part })))
}

function idsOf(words: readonly (readonly SegmentWord[])[], gone: Gone): Numbers {
  const candidates = allHave(words.map((each) => inOrder(countingIds(each, gone))))
  return words.length === 1 || candidates.length === 0 ? candidates : inARow(words, candidates, gone)
}

const NONE = new Float64Array()

/** The shortest first, so that the others are only walked. */
function allHave(lists: readonly Numbers[]): Numbers {
  const [first = NONE, ...others] = lists.toSorted((left, right) => left.length - right.length)
  return others.reduce((rest, list) => onlyAmong(rest, list), first)
}
