import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestUser } from '../support/app.ts'

export type Parameters = Readonly<Record<string, string>>

/** What a grant gives. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

/** Asks the token endpoint with a form. */
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

/** @returns the parameters of a password grant that succeeds */
export function passwordParameters({ client }: TestApp, { username, password }: TestUser): Record<string, string> {
  return { grant_type: 'password', client_id: client.id, client_secret: client.secret, username, password }
}

/** @returns the parameters of a refresh */
export function refreshParameters({ client }: TestApp, token: string): Record<string, string> {
  return { grant_type: 'refresh_token', client_id: client.id, client_secret: client.secret, refresh_token: token }
}

/** @returns new tokens of the user, of a family of their own */
export async function newTokens(app: TestApp, user: TestUser): Promise<Tokens> {
  const answer = await postForm(app, passwordParameters(app, user))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Tokens>()
}

/** Asserts an OAuth error response that must not be cached. */
export function assertRefused(answer: LightMyRequestResponse, error: string, description: string): void {
  assert.equal(answer.body, JSON.stringify({ error, error_description: description }))
  assert.equal(answer.statusCode, 400)
  assert.equal(answer.headers['content-type'], 'application/json')
  assert.equal(answer.headers['cache-control'], 'no-store, private')
  assert.equal(answer.headers['pragma'], 'no-cache')
}

/** @returns the status that the API gives this token */
export async function statusWith({ app }: TestApp, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ url: '/api/entries?perPage=1', headers })).statusCode
}
