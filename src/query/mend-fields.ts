import { FIELDS, KEYWORDS } from './fields.ts'
import type { QueryWarning } from './query.ts'
import { nearWords } from './text/near-words.ts'

/** Matches a term of a field, such as `is:unred` or `-titel:wall`. */
const TERM = /^(?<sign>-?)(?<field>\p{L}+):(?<value>.+)$/u

/**
 * @param text a query
 * @param warnings its warnings
 * @returns the query with misspelled fields and keywords replaced by near ones, such as `is:unread` for `is:unred`; the
 *   same text if there is none
 */
export function mendFields(text: string, warnings: readonly QueryWarning[]): string {
  let mended = text
  for (const { start, end } of warnings.toSorted((one, other) => other.start - one.start)) {
    mended = mended.slice(0, start) + mendTerm(text.slice(start, end)) + mended.slice(end)
  }
  return mended
}

function mendTerm(term: string): string {
  const { sign, field = '', value = '' } = TERM.exec(term)?.groups ?? {}
  const name = Object.hasOwn(FIELDS, field) ? field : nearest(field, Object.keys(FIELDS))
  if (name === undefined) return term
  const known = Object.hasOwn(KEYWORDS, name) ? Object.keys(KEYWORDS[name as keyof typeof KEYWORDS]) : undefined
  const word = known === undefined || known.includes(value) ? value : nearest(value, known)
  return word === undefined ? term : `${sign}${name}:${word}`
}

function nearest(word: string, known: readonly string[]): string | undefined {
  const near = new Set(nearWords(word.toLowerCase()))
  return known.find((one) => near.has(one))
}
