import { hash } from 'node:crypto'

/** What a request needs besides the address of the server. */
export interface ListRequest {
  readonly name: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
  /** true if the response contains the texts of the entries */
  readonly hasContent: boolean
  /** returns the number of entries in the response */
  readonly count: (body: string) => number
}

/** The credentials of one user for all interfaces. */
export interface Credentials {
  readonly username: string
  /** an app password with the number of its owner */
  readonly key: string
  /** an access token for our own API */
  readonly token: string
}

/** @returns Dogear's own lists of 50 entries, first the one with texts and then the one without them */
export function ownRequests({ token }: Credentials): readonly [ListRequest, ListRequest] {
  const headers = { authorization: `Bearer ${token}` }
  const count = countAt('_embedded', 'items')
  const own = { method: 'GET', headers, count } as const
  return [
    { ...own, name: 'own list with texts', path: '/api/entries.json?perPage=50', hasContent: true },
    { ...own, name: 'own list', path: '/api/entries.json?perPage=50&detail=metadata', hasContent: false },
  ]
}

const SEARCH = { name: 'search', arguments: { query: 'saved:>1970-01-01', limit: 50 } }

/** @returns a list of 50 entries through each other interface */
export function interfaceRequests({ username, key }: Credentials): readonly ListRequest[] {
  const basic = `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}`
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return [
    {
      name: 'Google Reader',
      method: 'GET',
      path: '/reader/api/0/stream/contents/user/-/state/com.google/reading-list?output=json&n=50',
      headers: { authorization: `GoogleLogin auth=${key}` },
      hasContent: true,
      count: countAt('items'),
    },
    {
      name: 'Fever',
      method: 'POST',
      path: '/fever/?api&items&since_id=0',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `api_key=${feverKey(username, key)}`,
      hasContent: true,
      count: countAt('items'),
    },
    {
      name: 'Miniflux',
      method: 'GET',
      path: '/miniflux/v1/entries?limit=50&order=published_at&direction=desc',
      headers: { authorization: basic },
      hasContent: true,
      count: countAt('entries'),
    },
    {
      name: 'linkding',
      method: 'GET',
      path: '/linkding/api/bookmarks/?limit=50',
      headers: { authorization: `Token ${key}` },
      hasContent: false,
      count: countAt('results'),
    },
    {
      name: 'Readeck',
      method: 'GET',
      path: '/readeck/api/bookmarks?limit=50',
      headers: { authorization: `Bearer ${key}` },
      hasContent: false,
      count: countAt(),
    },
    {
      name: 'MCP (a search)',
      method: 'POST',
      path: '/mcp',
      headers: { ...json, authorization: `Bearer ${key}`, 'mcp-protocol-version': '2025-06-18' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: SEARCH }),
      hasContent: false,
      count: countAt('result', 'structuredContent', 'entries'),
    },
  ]
}

function feverKey(username: string, key: string): string {
  return hash('md5', `${username}:${key}`)
}

/** @returns a function that counts the elements of an array at a place in JSON */
function countAt(...path: readonly string[]) {
  return (body: string): number => {
    let value: unknown = JSON.parse(body)
    for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name]
    return Array.isArray(value) ? value.length : 0
  }
}
