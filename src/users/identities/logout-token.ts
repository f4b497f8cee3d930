import type { Clock } from '../../kernel/clock.ts'
import { storableText } from '../../kernel/storable-text.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { checkSignature, parseSignedToken, type SignedToken } from './json-web-signature.ts'
import type { ProviderKeys } from './provider-keys.ts'

/** A message of the provider that sessions have ended there. At least one of `subject` and `sessionId` is present. */
export interface LogoutToken {
  readonly issuer: string
  readonly subject: string | undefined
  /** id of the session at the provider, which its ID tokens contain, too */
  readonly sessionId: string | undefined
  readonly tokenId: string
  /** time after which the token is refused in any case, in milliseconds */
  readonly until: number
}

/** The member of the claim `events` (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Values of the header `typ`, in lower case. The first one is recommended, and older providers use the second, or none. */
const TYPES: readonly unknown[] = ['logout+jwt', 'jwt', undefined]
/** Difference between the clocks that is tolerated, and the maximum age of a token, in seconds. */
const CLOCK_TOLERANCE = 30
const MAX_AGE = 600
/** Maximum length of an id (OpenID Connect Core, section 2, for the subject). */
const MAX_ID = 255

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6), but not whether it was used before.
 * @throws Error that says why it is refused
 */
export async function readLogoutToken(
  {
    provider,
    keys,
    clock,
  }: { readonly provider: IdentityProvider; readonly keys: ProviderKeys; readonly clock: Clock },
  text: string,
): Promise<LogoutToken> {
  const token = parseSignedToken(text)
  const configuration = await provider.configuration()
  const { issuer, id_token_signing_alg_values_supported: allowed = ['RS256'] } = configuration.serverMetadata()
  // The claims are checked first, because wrong ones need no key.
  const found = checkClaims(token, { issuer, clientId: configuration.clientMetadata().client_id, clock })
  checkSignature(token, await keys(configuration, token.header['kid']), allowed)
  return found
}

interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly clock: Clock
}

function checkClaims({ header, claims }: SignedToken, { issuer, clientId, clock }: Expected): LogoutToken {
  const { iss, aud, iat, exp, nonce } = claims
  const now = clock.now().getTime() / 1000
  const type = header['typ']
  require(TYPES.includes(typeof type === 'string' ? type.toLowerCase() : type), 'it has another type')
  require(iss === issuer, 'it has another issuer')
  require(aud === clientId || (Array.isArray(aud) && aud.includes(clientId)), 'it is for another client')
  require(typeof iat === 'number' && iat <= now + CLOCK_TOLERANCE, 'it is issued in the future')
  require(iat > now - MAX_AGE, 'it is too old')
  require(typeof exp === 'number' && exp > now - CLOCK_TOLERANCE, 'it has expired')
  require(nonce === undefined, 'it has a nonce, as ID tokens do')
  require(hasEvent(claims['events']), 'it reports no end of a session')
  const [subject, sessionId, tokenId] = [idOf(claims['sub']), idOf(claims['sid']), idOf(claims['jti'])]
  require(subject !== undefined || sessionId !== undefined, 'it names neither a subject nor a session')
  require(tokenId !== undefined, 'it has no id')
  return { issuer, subject, sessionId, tokenId, until: (iat + MAX_AGE) * 1000 }
}

function require(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem)
}

function hasEvent(events: unknown): boolean {
  const event: unknown = (events as Readonly<Record<string, unknown>> | null | undefined)?.[EVENT]
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}

/** @returns undefined if the id is absent @throws Error if it is no id that can be stored */
function idOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const isId = typeof value === 'string' && value !== '' && value.length <= MAX_ID && value === storableText(value)
  require(isId, 'an id in it is invalid')
  return value
}
