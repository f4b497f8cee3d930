import { storableText } from '../../kernel/storable-text.ts'

/** The parameters of a query string. If a parameter is repeated, the last value counts, as in PHP. */
export type Query = Readonly<Record<string, unknown>>

/** @returns the text of a parameter; undefined if the query contains no `name`, or only `name[]` */
export function queryText(query: Query, name: string): string | undefined {
  const value = query[name]
  const last = Array.isArray(value) ? (value.at(-1) as unknown) : value
  return typeof last === 'string' ? storableText(last) : undefined
}

/**
 * @returns undefined if the parameter is absent, false if it is empty or `0`, and true for any other value. As in PHP,
 *   even the word `false` and a list such as `archive[]=0` are true (wallabag contract 0.4).
 */
export function queryFlag(query: Query, name: string): boolean | undefined {
  const text = queryText(query, name)
  if (text !== undefined) return text !== '' && text !== '0'
  return queryList(query, name).length > 0 ? true : undefined
}

/**
 * @returns the integer at the start of the parameter, or 0 if it starts with none (wallabag contract 0.4); `fallback`
 *   if the parameter is absent
 */
export function queryInteger(query: Query, name: string, fallback: number): number {
  const text = queryText(query, name)
  if (text === undefined) return fallback
  const digits = /^\s*([+-]?\d{1,20})/.exec(text)?.[1]
  return digits === undefined ? 0 : Number(digits)
}

/** @returns the values of `name[]`, `name[0]` and so on, in order. Ignores the value of a plain `name`. */
export function queryList(query: Query, name: string): string[] {
  const isElement = (key: string) => key.startsWith(`${name}[`) && /^\[\d{0,4}\]$/.test(key.slice(name.length))
  return Object.entries(query)
    .filter(([key]) => isElement(key))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => typeof value === 'string')
    .map(storableText)
}
