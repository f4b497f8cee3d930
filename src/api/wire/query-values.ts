import { storableText } from '../../kernel/storable-text.ts'

/** Parameters of a query string: the last of a repeated name counts, as in PHP. */
export type Query = Readonly<Record<string, unknown>>

/** @returns the text of a parameter; undefined when it is absent or a list in brackets */
export function queryText(query: Query, name: string): string | undefined {
  const value = query[name]
  const last = Array.isArray(value) ? (value.at(-1) as unknown) : value
  return typeof last === 'string' ? storableText(last) : undefined
}

/**
 * Absent: no filter. Empty or `0`: false. Anything else, also the word `false`, or a list such as `archive[]=0`: true,
 * as in PHP (contract 0.4).
 */
export function queryFlag(query: Query, name: string): boolean | undefined {
  const text = queryText(query, name)
  if (text !== undefined) return text !== '' && text !== '0'
  return queryList(query, name).length > 0 ? true : undefined
}

/** Parses the number at the start of the text; invalid text becomes 0 (contract 0.4). */
export function queryInteger(query: Query, name: string, fallback: number): number {
  const text = queryText(query, name)
  if (text === undefined) return fallback
  const digits = /^\s*([+-]?\d{1,20})/.exec(text)?.[1]
  return digits === undefined ? 0 : Number(digits)
}

/** @returns the values of `name[]` and `name[0]`, in order; none for the plain `name` */
export function queryList(query: Query, name: string): string[] {
  const isElement = (key: string) => key.startsWith(`${name}[`) && /^\[\d{0,4}\]$/.test(key.slice(name.length))
  return Object.entries(query)
    .filter(([key]) => isElement(key))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => typeof value === 'string')
    .map(storableText)
}
