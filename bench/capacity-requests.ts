import type { Arrival } from './send-poisson-requests.ts'

export interface Reader {
  readonly headers: Readonly<Record<string, string>>
  /** `ETag` of the list, for conditional requests */
  readonly etag: string
  readonly entries: readonly number[]
}

type Make = (reader: Reader) => Arrival

const get = (path: (reader: Reader) => string): Make => {
  return (reader) => ({ method: 'GET', path: path(reader), headers: reader.headers })
}
const whatIsNew: Make = ({ headers, etag }) => ({
  method: 'GET',
  path: '/api/entries?detail=metadata&perPage=100',
  headers: { ...headers, 'if-none-match': etag },
})
const list = get(() => '/api/entries?perPage=30')
const entry = get(({ entries }) => `/api/entries/${pick(entries)}`)
const exists = get(() => `/api/entries/exists?url=https://example.org/article/${Math.floor(Math.random() * 400)}`)
const archive: Make = ({ headers, entries }) => ({
  method: 'PATCH',
  path: `/api/entries/${pick(entries)}`,
  headers,
  body: JSON.stringify({ archive: Math.random() < 0.5 ? 1 : 0 }),
})

const often = (count: number, make: Make): Make[] => Array.from({ length: count }, () => make)
const READING = [...often(8, whatIsNew), ...often(4, list), ...often(4, entry), ...often(2, exists), archive]

/** Share of requests that save a page: one in twenty. */
export const SAVES = 1 / (READING.length + 1)

/** @returns a random request that does not save a page, with the credentials of a random reader */
export function reading(readers: readonly Reader[]): Arrival {
  return pick(READING)(pick(readers))
}

/** @returns a request that saves a page, with the credentials of a random reader */
export function saving(readers: readonly Reader[], url: string): Arrival {
  return { method: 'POST', path: '/api/entries', headers: pick(readers).headers, body: JSON.stringify({ url }) }
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)]!
}
