import type { FetchImplementation, JWTPayload, JWTVerifyResult, RemoteJWKSet } from 'jose'
import { boundedFetch } from '../../fetching/bounded-fetch.ts'
import { isJsonObject } from '../../kernel/json.ts'
import type { Clock } from '../../kernel/clock.ts'
import { storableText } from '../../kernel/storable-text.ts'
import type { IdentityProvider } from './identity-provider.ts'

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

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6), but not whether it was used before. Throws an Error
 * that says why it is refused.
 */
export type ReadLogoutToken = (text: string) => Promise<LogoutToken>

/** The member of the claim `events` (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Values of the header `typ`, in lower case. The first one is recommended, and older providers use the second, or none. */
const TYPES: readonly unknown[] = ['logout+jwt', 'jwt', undefined]
/** Difference between the clocks that is tolerated, and the maximum age of a token, in seconds. */
const CLOCK_TOLERANCE = 30
const MAX_AGE = 600
/** Maximum length of an id (OpenID Connect Core, section 2, for the subject). */
const MAX_ID = 255

/** Maximum length of the published keys in bytes, and time for their request in milliseconds. */
const [MAX_KEYS_BYTES, KEYS_TIMEOUT_MS] = [256 * 1024, 10_000]
/** Milliseconds between two requests for the keys. Anyone can send a token with an unknown key. */
const KEYS_PAUSE_MS = 60_000

/** @returns a function that reads the logout tokens of a provider, whose keys it loads when they are needed */
export function logoutTokenReader(provider: IdentityProvider, clock: Clock): ReadLogoutToken {
  const fetchKeys = pausedFetch(clock)
  let keys: { readonly address: string; readonly find: RemoteJWKSet } | undefined
  return async (text) => {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
    const configuration = await provider.configuration()
    const {
      issuer,
      jwks_uri: address,
      id_token_signing_alg_values_supported: algorithms = ['RS256'],
    } = configuration.serverMetadata()
    if (address === undefined) throw new Error('the provider publishes no keys')
    if (keys?.address !== address) {
      const options = { cooldownDuration: KEYS_PAUSE_MS, timeoutDuration: KEYS_TIMEOUT_MS, [customFetch]: fetchKeys }
      keys = { address, find: createRemoteJWKSet(new URL(address), options) }
    }
    const verified = await jwtVerify(text, keys.find, {
      issuer,
      audience: configuration.clientMetadata().client_id,
      algorithms,
      requiredClaims: ['exp', 'jti'],
      maxTokenAge: MAX_AGE,
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: clock.now(),
    })
    return tokenOf(verified, issuer)
  }
}

/** @returns a function that requests keys, and rejects within a minute after its last request, also if that has failed */
function pausedFetch(clock: Clock): FetchImplementation {
  const request = boundedFetch(MAX_KEYS_BYTES)
  let requestedAt = Number.NEGATIVE_INFINITY
  return async (address, { headers, method, redirect, signal }) => {
    const now = clock.now().getTime()
    if (now - requestedAt < KEYS_PAUSE_MS) throw new Error('the keys of the provider were requested a moment ago')
    requestedAt = now
    return request(address, { headers: Object.fromEntries(headers), method, redirect, signal, body: undefined })
  }
}

function tokenOf({ payload, protectedHeader: { typ } }: JWTVerifyResult<JWTPayload>, issuer: string): LogoutToken {
  require(TYPES.includes(typ?.toLowerCase()), 'it has another type')
  require(payload['nonce'] === undefined, 'it has a nonce, as ID tokens do')
  require(hasEvent(payload['events']), 'it reports no end of a session')
  const [subject, sessionId, tokenId] = [idOf(payload.sub), idOf(payload['sid']), idOf(payload.jti)]
  require(subject !== undefined || sessionId !== undefined, 'it names neither a subject nor a session')
  require(tokenId !== undefined, 'it has no id')
  return { issuer, subject, sessionId, tokenId, until: (payload.iat! + MAX_AGE) * 1000 }
}

function require(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem)
}

function hasEvent(events: unknown): boolean {
  return isJsonObject(events) && isJsonObject(events[EVENT])
}

/** @returns undefined if the id is absent @throws Error if it is no id that can be stored */
function idOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const isId = typeof value === 'string' && value !== '' && value.length <= MAX_ID && value === storableText(value)
  require(isId, 'an id in it is invalid')
  return value
}
