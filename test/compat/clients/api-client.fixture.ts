import assert from 'node:assert/strict'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp, TestUser } from '../../support/app.ts'
import { FORM_TYPE, JSON_TYPE } from '../contract-fact.fixture.ts'
import { TOKENS, type Rule } from './decoder-rules.fixture.ts'

export type Fields = Readonly<Record<string, string>>
type Headers = Readonly<Record<string, string>>

interface Sent {
  readonly form?: Fields | string
  readonly json?: unknown
  readonly headers?: Headers
  /** expected status of the response; 200 by default */
  readonly status?: number
}

/** Sends requests like one client: with its headers and its encoding of bodies. */
export interface WireClient {
  /** @returns the response; fails if its status is not one that the client accepts */
  send(request: string, sent?: Sent): Promise<LightMyRequestResponse>
  /** @returns the body; fails if the client's decoder would reject it */
  read<T>(request: string, rule: Rule, sent?: Sent): Promise<T>
}

/** @param headers headers of every request */
export function wireClient({ app }: TestApp, headers: Headers = {}): WireClient {
  const send: WireClient['send'] = async (request, sent = {}) => {
    const answer = await app.inject(injection(request, sent, headers))
    assert.equal(answer.statusCode, sent.status ?? 200, `${request}: ${answer.body.slice(0, 300)}`)
    return answer
  }
  return {
    send,
    read: async (request, rule, sent) => {
      const answer = await send(request, sent)
      assert.equal(answer.headers['content-type'], JSON_TYPE, request)
      const body = answer.json()
      rule(body, request)
      return body
    },
  }
}

function injection(request: string, { form, json, headers }: Sent, always: Headers): InjectOptions {
  const [method, url] = request.split(' ') as [NonNullable<InjectOptions['method']>, string]
  const type = form !== undefined ? FORM_TYPE : json !== undefined ? JSON_TYPE : undefined
  const body = typeof form === 'object' ? new URLSearchParams(form).toString() : (form ?? JSON.stringify(json))
  return {
    method,
    url,
    headers: { ...always, ...(type !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { payload: body }),
  }
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** @returns the parameters of a password grant */
export function passwordGrant({ client }: TestApp, { username, password }: TestUser): Fields {
  return { grant_type: 'password', client_id: client.id, client_secret: client.secret, username, password }
}

/** @returns the parameters of a refresh grant */
export function refreshGrant({ client }: TestApp, refresh_token: string): Fields {
  return { grant_type: 'refresh_token', client_id: client.id, client_secret: client.secret, refresh_token }
}

/** How a client sends the parameters of a token request. */
type Way = 'form' | 'json' | 'query'

/** @returns tokens from a request in one of the three ways of wallabag contract 16.1 */
export function grant(client: WireClient, way: Way, fields: Fields): Promise<Tokens> {
  const path = '/oauth/v2/token'
  if (way === 'query') return client.read<Tokens>(`GET ${path}?${new URLSearchParams(fields)}`, TOKENS)
  return client.read<Tokens>(`POST ${path}`, TOKENS, way === 'form' ? { form: fields } : { json: fields })
}

/** @returns a client with these headers and an access token of the user */
export async function signedIn(app: TestApp, user: TestUser, way: Way, headers: Headers = {}): Promise<WireClient> {
  const { access_token } = await grant(wireClient(app, headers), way, passwordGrant(app, user))
  return wireClient(app, { ...headers, authorization: `Bearer ${access_token}` })
}

/** A new user with entries, and a client that is signed in. */
export interface Shelf {
  readonly user: TestUser
  readonly client: WireClient
  /** the ids of the entries; the oldest comes first */
  readonly ids: readonly number[]
}

/** @returns a new user with this number of entries (`shelve`), and a client with an access token of that user */
export async function newShelf(app: TestApp, count: number, way: Way, headers: Headers = {}): Promise<Shelf> {
  const user = await app.newUser()
  const ids = await shelve(app, user, count)
  return { user, ids, client: await signedIn(app, user, way, headers) }
}

/** Saves numbered entries with their content, so that nothing is fetched. The oldest comes first. */
async function shelve(app: TestApp, user: TestUser, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const fields = { title: `Entry ${number}`, content: `<p>Text ${number}</p>`, tags: number % 2 ? 'odd,ink' : 'ink' }
    ids.push((await app.save(user, `https://shelf.example.org/${number}`, fields)).id)
  }
  return ids
}
