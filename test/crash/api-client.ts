import assert from 'node:assert/strict'
import { callDogear } from '../cli/run-dogear.ts'
import type { Environment } from './dogear-process.ts'

/** Outcome of a request: a response, or none (`silent`). A request without a response may still have had an effect. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Record<string, unknown>; readonly at: number }
  | { readonly kind: 'silent' }

export interface Account {
  readonly username: string
  readonly password: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Time limit of each request, in milliseconds. */
const TIMEOUT_MS = 40_000

/** Adds an account and an API client with commands of the program. This also works while servers run. */
export async function makeAccount(environment: Environment): Promise<Account> {
  const [username, password] = ['alice', 'ink on paper, twice']
  const added = await callDogear(['user', 'add', username, '--password-stdin'], { environment, input: password })
  assert.equal(added.code, 0, added.stderr)
  const call = ['client', 'create', '--user', username, '--name', 'crash', '--format', 'json']
  const made = await callDogear(call, { environment })
  assert.equal(made.code, 0, made.stderr)
  const { client_id, client_secret } = JSON.parse(made.stdout) as { client_id: string; client_secret: string }
  return { username, password, clientId: client_id, clientSecret: client_secret }
}

/** @returns an access token of the account */
export async function grantToken(base: string, account: Account): Promise<string> {
  const { username, password, clientId: client_id, clientSecret: client_secret } = account
  const form = new URLSearchParams({ grant_type: 'password', client_id, client_secret, username, password })
  const answer = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body: form })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return (JSON.parse(text) as { access_token: string }).access_token
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** Sends one request with the token; never rejects. */
export async function ask(base: string, token: string, { method = 'GET', path, body }: Call): Promise<Outcome> {
  try {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await answer.text()
    return { kind: 'answered', status: answer.status, body: parsed(text), at: performance.now() }
  } catch {
    return { kind: 'silent' }
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { text }
  }
}

export function save(base: string, token: string, url: string): Promise<Outcome> {
  return ask(base, token, { method: 'POST', path: '/api/entries.json', body: { url } })
}
