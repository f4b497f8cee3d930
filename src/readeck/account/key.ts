import type { FastifyRequest } from 'fastify'
import { findKeyUser, type KeyUser, type KeyUserDeps } from '../../keys/key-user.ts'
import { hashToken } from '../../kernel/random-token.ts'
import type { Authenticate } from '../../oauth/authenticate.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import { chargeAnonymousRequest } from '../../throttling/anonymous-requests.ts'
import { useKey } from '../../users/passwords/app-password.ts'
import type { AppScope } from '../../users/passwords/app-scopes.ts'
import { ReadeckError } from '../wire/readeck-error.ts'
import { readeckScopes } from './scopes.ts'

export interface KeyDeps extends KeyUserDeps {
  readonly authenticate: Authenticate
}

/** The key of a request, with its user. */
export interface Key extends KeyUser {
  /** a name of the key that does not reveal it */
  readonly keyId: string
  readonly secret: string
  /** true for an access token, false for an app password */
  readonly isToken: boolean
}

/**
 * Finds the user of a request. The key is an access token or an app password, sent as bearer token or as the password of
 * Basic authentication. Passwords of accounts and cookies are not accepted. A request without a valid key counts against
 * the limit for anonymous requests.
 * @throws ReadeckError 401
 */
export async function authenticateKey(deps: KeyDeps, request: FastifyRequest): Promise<Key> {
  const secret = sentKey(request)
  const user =
    secret === undefined
      ? undefined
      : ((await userOfToken(deps, secret)) ?? (await userOfPassword(deps, request, secret)))
  if (!user || secret === undefined) {
    await chargeAnonymousRequest(deps, request)
    throw new ReadeckError(401)
  }
  const keyId = Buffer.from(hashToken(secret)).toString('base64url').slice(0, 22)
  return { ...user, keyId, secret }
}

async function userOfToken({ authenticate, callsPerToken }: KeyDeps, secret: string) {
  try {
    const { id, username, email, revision, scopes } = await authenticate(secret)
    await callsPerToken.take(secret)
    return { id, username, email, revision, scopes, isToken: true }
  } catch (error) {
    if (error instanceof OauthError) return undefined
    throw error
  }
}

async function userOfPassword(deps: KeyDeps, request: FastifyRequest, secret: string) {
  const holder = await useKey(deps, secret)
  const user = holder && (await findKeyUser(deps, request, holder))
  return user && { ...user, isToken: false }
}

function sentKey({ headers }: FastifyRequest): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|basic)\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() !== 'basic') return value || undefined
  const decoded = Buffer.from(value, 'base64').toString()
  return decoded.slice(decoded.indexOf(':') + 1) || undefined
}

/** @throws ReadeckError 403 if the key lacks the scope */
export function requireScope({ scopes }: KeyUser, scope: AppScope): void {
  if (!scopes.includes(scope)) {
    throw new ReadeckError(403, `This key does not allow this: it lacks the scope "${readeckScopes([scope])[0]}".`)
  }
}
