import type { SearchQuery, SearchTerm } from './search-query.ts'
import { isGone, type Gone, type SegmentPages, type SegmentWord } from './segment.ts'
import { inARow } from './words-in-a-row.ts'
import { onlyAmong, withoutThose } from './sorted-numbers.ts'
import { inOrder } from './sorted-union.ts'
import { findWords, keyOfWord } from './word-page.ts'

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
export function idsInPages({ terms }: SearchQuery, { pages, gone }: ReadPages): readonly number[] {
  let at = 0
  const found = terms.map((term) => {
    const own = pages.slice(at, (at += term.tokens.length))
    return {
      isNegated: term.isNegated,
      ids: idsOf(
        own.map((parts, index) => wordsOf(term, index, parts)),
        gone,
      ),
    }
  })
  const wanted = found.filter(({ isNegated }) => !isNegated).map(({ ids }) => ids)
  const unwanted = inOrder(found.filter(({ isNegated }) => isNegated).flatMap(({ ids }) => ids))
  if (wanted.length === 0) return unwanted
  return unwanted.length === 0 ? allHave(wanted) : withoutThose(allHave(wanted), unwanted)
}

function wordsOf({ tokens, isPrefix }: SearchTerm, index: number, parts: readonly SegmentPages[]): SegmentWord[] {
  const token = keyOfWord(tokens[index]!)
  const isWanted =
    isPrefix && index === tokens.length - 1 ? (key: string) => key.startsWith(token) : (key: string) => key === token
  return parts.flatMap((part) => [...findWords(part, isWanted)].map((word) => ({ ...word, part })))
}

function idsOf(words: readonly (readonly SegmentWord[])[], gone: Gone): readonly number[] {
  const candidates = allHave(words.map((each) => idsOfWords(each, gone)))
  return words.length === 1 || candidates.length === 0 ? candidates : inARow(words, candidates, gone)
}

function idsOfWords(words: readonly SegmentWord[], gone: Gone): readonly number[] {
  if (words.length === 1 && gone.size === 0) return words[0]!.ids
  const ids: number[] = []
  for (const { part, ids: own } of words) for (const id of own) if (!isGone(gone, id, part.segment)) ids.push(id)
  return inOrder(ids)
}

/** The shortest first, so that the others are only walked. */
function allHave(lists: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...others] = lists.toSorted((left, right) => left.length - right.length)
  return others.reduce((rest, list) => onlyAmong(rest, list), first)
}
