import { fieldNamed, type FieldName } from './fields.ts'

/** The part of a query before the caret that a suggestion replaces. Positions are in UTF-16 units. */
export interface CompletionTarget {
  /** the field whose value the user is typing; undefined while the user is typing the name of a field */
  readonly field: FieldName | 'sort' | undefined
  /** the typed part, without quotation marks */
  readonly typed: string
  /** start and end of the text to replace */
  readonly start: number
  readonly end: number
}

/** Signs that negate a field. */
const NEGATION = /^[-!]/
const NAME_AND_COLON = /^([a-z]{2,12}):/i
const NAME_START = /^[a-z]{1,12}$/i
const AFTER_TERM = /^[\s)]/

/**
 * @param text a query
 * @param caret position of the caret in the query
 * @returns the field name or value that ends at the caret; undefined if the caret is in plain text, or before the end
 * of a word
 */
export function completionTarget(text: string, caret: number): CompletionTarget | undefined {
  const rest = text.slice(caret)
  if (rest !== '' && !AFTER_TERM.test(rest)) return undefined
  const { start, lastValue } = termBefore(text, caret)
  const begin = start + (NEGATION.test(text.slice(start, caret)) ? 1 : 0)
  const term = text.slice(begin, caret)
  if (term.startsWith('#')) return valueTarget('tag', text, Math.max(begin + 1, lastValue), caret)
  const name = NAME_AND_COLON.exec(term)?.[1]
  if (name === undefined) {
    return NAME_START.test(term) ? { field: undefined, typed: term, start: begin, end: caret } : undefined
  }
  const field = name.toLowerCase() === 'sort' ? 'sort' : fieldNamed(name)
  return field && valueTarget(field, text, Math.max(begin + name.length + 1, lastValue), caret)
}

function valueTarget(field: FieldName | 'sort', text: string, start: number, end: number): CompletionTarget {
  return { field, typed: text.slice(start, end).replaceAll('"', ''), start, end }
}

/**
 * @returns the start of the term before the caret. If the term has several values, separated by commas, also the start
 * of the last one.
 */
function termBefore(text: string, caret: number): { readonly start: number; readonly lastValue: number } {
  let start = 0
  let lastValue = 0
  let isQuoted = false
  for (let at = 0; at < caret; at++) {
    const character = text[at]!
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (/[\s()]/.test(character)) start = at + 1
    else if (character === ',') lastValue = at + 1
  }
  return { start, lastValue }
}
