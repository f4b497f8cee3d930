import type { Question } from './http-client.ts'
import type { Side } from './start-side.ts'

export interface Measure {
  readonly name: string
  /** a change of one entry before each request; its time is not part of the latency */
  readonly write?: MakeQuestion
  readonly read: MakeQuestion
}

/** Returns the request with a number, 0 for the first of a round. */
type MakeQuestion = (side: Side, index: number) => Question

const page =
  (path: string): MakeQuestion =>
  ({ browser: headers }) => ({ path, headers })

const resource =
  (path: string): MakeQuestion =>
  ({ api: headers }) => ({ path, headers })

const reader: MakeQuestion = ({ ids, browser: headers }, index) => ({
  path: `/view/${ids[index % ids.length]}`,
  headers,
})

/** Stars 20 entries in turn, and then removes their stars in turn. */
const star: MakeQuestion = ({ ids, api: headers }, index) => ({
  method: 'PATCH',
  path: `/api/entries/${ids[index % 20]}.json?detail=metadata`,
  headers,
  body: JSON.stringify({ starred: index % 40 < 20 ? 1 : 0 }),
})

let saved = 0

/** @param site host and port of a server that sends a page for every path */
const save =
  (site: string): MakeQuestion =>
  ({ api: headers }) => ({
    method: 'POST',
    path: '/api/entries.json',
    headers,
    body: JSON.stringify({ url: `http://${site}/${++saved}` }),
  })

/** @returns the measurements. @param site host and port of a server with pages of about 20 kB */
export function measuresWith(site: string): readonly Measure[] {
  return [
    { name: 'web list', read: page('/unread/list') },
    { name: 'web list after a change', write: star, read: page('/unread/list') },
    { name: 'reader', read: reader },
    { name: 'web search', read: page('/search?q=harbour') },
    { name: 'web search after a change', write: star, read: page('/search?q=harbour') },
    { name: 'tags page', read: page('/tag/list') },
    { name: 'API list', read: resource('/api/entries.json?perPage=30') },
    { name: 'API list after a change', write: star, read: resource('/api/entries.json?perPage=30') },
    { name: 'API search after a change', write: star, read: resource('/api/search?term=harbour&perPage=30') },
    { name: 'API tags', read: resource('/api/tags') },
    { name: 'save of a page', read: save(site) },
  ]
}
