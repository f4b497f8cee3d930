import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestUser } from '../support/app.ts'

type Parameters = Readonly<Record<string, string>>

/** The tokens in the response to a grant. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

/** Sends a form to the token endpoint. */
export function postForm(
  { app }: TestApp,
  parameters: Parameters | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/oauth/v2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(parameters).toString(),
  })
}

/** @returns the parameters of a valid password grant */
export function passwordParameters({ client }: TestApp, { username, password }: TestUser): Record<string, string> {
  return { grant_type: 'password', client_id: client.id, client_secret: client.secret, username, password }
}

/** @returns the parameters of a refresh grant */
export function refreshParameters({ client }: TestApp, token: string): Record<string, string> {
  return { grant_type: 'refresh_token', client_id: client.id, client_secret: client.secret, refresh_token: token }
}

/** @returns new tokens of the user, unrelated to earlier ones */
export async function newTokens(app: TestApp, user: TestUser): Promise<Tokens> {
  const answer = await postForm(app, passwordParameters(app, user))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Tokens>()
}

/** Asserts an OAuth error response that caches must not store. */
export function assertRefused(answer: LightMyRequestResponse, error: string, description: string): void {
  assert.equal(answer.body, JSON.stringify({ error, error_description: description }))
  assert.equal(answer.statusCode, 400)
  assert.equal(answer.headers['content-type'], 'application/json')
  assert.equal(answer.headers['cache-control'], 'no-store, private')
  assert.equal(answer.headers['pragma'], 'no-cache')
}

/** @returns the status of an API request with this token */
export async function statusWith({ app }: TestApp, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ url: '/api/entries?perPage=1', headers })).statusCode
}
