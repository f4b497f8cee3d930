import type { FastifyRequest } from 'fastify'
import { viewerOfKey, type KeyViewerDeps } from '../../keys/app-password-viewer.ts'
import { hashToken, ownerOfToken } from '../../kernel/random-token.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import { chargeAnonymousRequest, type AnonymousRequestDeps } from '../../throttling/anonymous-requests.ts'
import type { AppScope } from '../../users/passwords/app-scopes.ts'
import { readeckScopes } from './scopes.ts'
import { StatusError } from '../../http/send-error.ts'

export interface KeyDeps extends KeyViewerDeps, AnonymousRequestDeps {}

/** The key of a request, with its user. */
export interface Key extends Viewer {
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
 * @throws StatusError 401
 */
export async function authenticateKey(deps: KeyDeps, request: FastifyRequest): Promise<Key> {
  const secret = sentKey(request) ?? ''
  const isToken = ownerOfToken(secret) !== undefined
  const viewer = await viewerOfKey(deps, secret)
  if (!viewer) {
    await chargeAnonymousRequest(deps, request)
    throw new StatusError(401)
  }
  const keyId = Buffer.from(hashToken(secret)).toString('base64url').slice(0, 22)
  return { ...viewer, keyId, secret, isToken }
}

function sentKey({ headers }: FastifyRequest): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|basic)\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() !== 'basic') return value || undefined
  const decoded = Buffer.from(value, 'base64').toString()
  return decoded.slice(decoded.indexOf(':') + 1) || undefined
}

/** @throws StatusError 403 if the key lacks the scope */
export function requireScope({ scopes }: Viewer, scope: AppScope): void {
  if (!scopes.includes(scope)) {
    throw new StatusError(403, `This key does not allow this: it lacks the scope "${readeckScopes([scope])[0]}".`)
  }
}
