import type { Configuration } from 'openid-client'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { MAX_NAME } from '../user.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { SpentRequest } from './provider-request.ts'

/** What the provider says about a person. Only `issuer` and `subject` identify the person. */
export interface ProviderClaims {
  readonly issuer: string
  readonly subject: string
  /** empty if unknown */
  readonly email: string
  /** true only if the provider says so; some omit it, and some let users enter any address */
  readonly isEmailVerified: boolean
  /** empty if unknown */
  readonly username: string
  /** empty if unknown */
  readonly name: string
  readonly groups: readonly string[]
  /** id of the session at the provider; undefined if it reports none */
  readonly sessionId: string | undefined
}

const loadClient = () => import('openid-client')

/** Maximum number of groups that are read. */
const MAX_GROUPS = 1000
/** Maximum length of a subject (OpenID Connect Core, section 2), and of the id of a session. */
const MAX_ID = 255

/**
 * Exchanges the code in the answer of the provider, and checks the answer: state, issuer (RFC 9207), nonce, signature,
 * audience, times, and that the claims of the user info are about the same person.
 * @param address the address with which the browser came back
 * @throws Error if the provider refuses the code, cannot be reached, or if a check fails
 */
export async function readClaims(
  provider: IdentityProvider,
  { nonce, verifier }: SpentRequest,
  { address, state }: { readonly address: URL; readonly state: string },
): Promise<ProviderClaims> {
  const configuration = await provider.configuration()
  const { authorizationCodeGrant } = await loadClient()
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
  const tokens = await authorizationCodeGrant(configuration, address, checks)
  const claims = tokens.claims()
  if (!claims || claims.sub.length > MAX_ID || claims.sub !== storableText(claims.sub)) {
    throw new Error('the ID token has no subject that can be stored')
  }
  const more = await userInfo(configuration, tokens.access_token, claims.sub)
  const all: Readonly<Record<string, unknown>> = { ...claims, ...more }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(all['email']),
    isEmailVerified: all['email_verified'] === true,
    username: textOf(all['preferred_username']),
    name: textOf(all['name']),
    groups: groupsOf(all['groups']),
    sessionId: sessionIdOf(claims['sid']),
  }
}

/** @returns the claims of the user info, because many providers put only the subject into the ID token */
async function userInfo(configuration: Configuration, token: string, subject: string): Promise<object> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  const { fetchUserInfo } = await loadClient()
  return fetchUserInfo(configuration, token, subject)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? cutText(storableText(value).trim(), MAX_NAME) : ''

/** @returns the claim `sid` (OpenID Connect Back-Channel Logout 1.0, section 2.1); undefined if it cannot be stored */
function sessionIdOf(value: unknown): string | undefined {
  const isId = typeof value === 'string' && value !== '' && value.length <= MAX_ID && value === storableText(value)
  return isId ? value : undefined
}

function groupsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value]
  return values.filter((group) => typeof group === 'string')
}
