import type { ScannedValue } from './scanned-value.ts'
import { FIELDS, KEYWORDS, type FieldName } from './fields.ts'
import { readAge, readTime, type TimeRange } from './read-time-range.ts'

/** A test of the value of a field. `source`: the value in the syntax of queries. */
export type FieldTest = { readonly source: string } & (
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'keyword'; readonly word: string }
  | { readonly kind: 'number'; readonly range: NumberRange }
  | { readonly kind: 'time'; readonly range: TimeRange }
)

/** A range with optional bounds, each inclusive or exclusive. */
export interface NumberRange {
  readonly from?: Bound
  readonly to?: Bound
}

export interface Bound {
  readonly value: number
  readonly isExclusive: boolean
}

/** @returns the test of the field for this value; undefined for an invalid value */
export function readValue(field: FieldName, value: ScannedValue): FieldTest | undefined {
  const kind = FIELDS[field]
  const source = spell(value)
  if (kind === 'word') return readWord(value, source)
  if (kind === 'keyword') {
    const keyword = readKeyword(field as keyof typeof KEYWORDS, value)
    // Any other value of `in:` is the name of a collection.
    return keyword ?? (field === 'in' ? readWord(value, source) : undefined)
  }
  if (kind === 'time' || kind === 'age') {
    const range = kind === 'age' ? readAge(value) : readTime(value, field)
    return range && { kind: 'time', range, source }
  }
  const range = readRange(value, UNIT_FACTORS[kind])
  return range && { kind: 'number', range, source }
}

/** @returns the text in quotation marks, escaped as in queries */
export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

function spell({ sign, text, isQuoted }: ScannedValue): string {
  return sign + (isQuoted || /^[<>=]|[\s()",]/.test(text) ? quote(text) : text)
}

function readWord({ sign, text, isQuoted }: ScannedValue, source: string): FieldTest | undefined {
  const word = sign === '=' ? text : sign + text
  return word.trim() === '' ? undefined : { kind: 'word', text: word, isQuoted, source }
}

function readKeyword(field: keyof typeof KEYWORDS, { text, isQuoted }: ScannedValue): FieldTest | undefined {
  // A quoted value of `in:` is the name of a collection, even if it is a keyword such as `archive`.
  if (isQuoted && field === 'in') return undefined
  const words = KEYWORDS[field]
  const key = text.toLowerCase()
  if (!Object.hasOwn(words, key)) return undefined
  return { kind: 'keyword', word: words[key]!, source: words[key]! }
}

/** For each unit, the factor that converts its numbers to the stored unit. */
type Units = Readonly<Record<string, number>>

const UNIT_FACTORS: Readonly<Record<'number' | 'minutes' | 'share', Units>> = {
  number: { '': 1 },
  minutes: { '': 1, m: 1, min: 1, mins: 1, h: 60 },
  // Shares are stored as 0 to 1 and entered as percentages.
  share: { '': 0.01, '%': 0.01 },
}

const NUMBER_PATTERN = /^(\d{1,12}(?:\.\d{1,6})?)(%|[a-z]{0,4})$/i

function readRange({ sign, text }: ScannedValue, units: Units): NumberRange | undefined {
  const [first, second, ...rest] = text.split('..')
  if (rest.length > 0 || first === undefined) return undefined
  if (second !== undefined) return sign === '' ? between(first, second, units) : undefined
  const value = readNumber(first, units)
  if (value === undefined) return undefined
  const bound = { value, isExclusive: sign === '<' || sign === '>' }
  if (sign.startsWith('<')) return { to: bound }
  return sign.startsWith('>') ? { from: bound } : { from: bound, to: bound }
}

function between(first: string, second: string, units: Units): NumberRange | undefined {
  // In `5..15m`, the unit applies to both numbers, so the range is 5 to 15 minutes.
  const from = readNumber(first, units)
  const to = readNumber(second, units)
  if ((first !== '' && from === undefined) || (second !== '' && to === undefined)) return undefined
  if (from === undefined && to === undefined) return undefined
  return {
    ...(from === undefined ? {} : { from: { value: from, isExclusive: false } }),
    ...(to === undefined ? {} : { to: { value: to, isExclusive: false } }),
  }
}

function readNumber(text: string, units: Units): number | undefined {
  const [, digits, unit] = NUMBER_PATTERN.exec(text) ?? []
  const factor = unit === undefined ? undefined : units[unit.toLowerCase()]
  return digits === undefined || factor === undefined ? undefined : Number((Number(digits) * factor).toFixed(6))
}
