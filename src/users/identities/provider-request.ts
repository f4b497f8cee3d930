import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, randomToken } from '../../kernel/random-token.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** For how long a user can sign in at the provider, in seconds. */
export const REQUEST_SECONDS = 600

/** Path to which the provider sends the browser back. It is registered at the provider. */
export const CALLBACK_PATH = '/login/oidc/callback'

export interface ProviderRequestDeps {
  readonly database: Database
  readonly clock: Clock
  /** public address of this server */
  readonly baseUrl: string
}

interface StartedRequest {
  /** address at the provider, which the browser opens */
  readonly address: string
  /** value of the cookie without which the answer is refused */
  readonly cookie: string
}

interface NewRequest {
  /** the signed-in user who links an account; undefined for a sign-in */
  readonly owner: UserId | undefined
  /** value of the cookie, if the browser has one from a sign-in in another tab */
  readonly cookie: string | undefined
}

/**
 * Starts a sign-in at the provider: an authorization code with PKCE, state and nonce (OpenID Connect Core, section 3.1).
 * @throws Error if the provider cannot be reached
 */
export async function startProviderRequest(
  { database, clock, baseUrl }: ProviderRequestDeps,
  provider: IdentityProvider,
  { owner, cookie: known }: NewRequest,
): Promise<StartedRequest> {
  const configuration = await provider.configuration()
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const [state, nonce, verifier] = [randomToken(), randomToken(), randomToken()]
  const cookie = known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomToken()
  const expires_at = new Date(clock.now().getTime() + REQUEST_SECONDS * 1000).toISOString()
  const hashes = { state_hash: hashToken(state), browser_hash: hashToken(cookie) }
  const row = { ...hashes, nonce, verifier, user_id: owner ?? null, expires_at }
  await database.transaction((tx) => tx.insertInto('provider_request').values(row).execute())
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: baseUrl + CALLBACK_PATH,
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // A user who links an account must be able to choose which.
    ...(owner !== undefined && { prompt: 'login' }),
  })
  return { address: address.href, cookie }
}

/** A sign-in at the provider whose answer has arrived. */
export interface SpentRequest {
  readonly nonce: string
  readonly verifier: string
  /** the user who links an account; undefined for a sign-in */
  readonly owner: UserId | undefined
}

/**
 * Uses up a sign-in at the provider. Of several processes that receive the same answer, only one deletes the row.
 * @returns undefined if this browser did not start it, or if it is used or has expired
 */
export async function spendProviderRequest(
  { database, clock }: Omit<ProviderRequestDeps, 'baseUrl'>,
  { state, cookie }: { readonly state: string; readonly cookie: string },
): Promise<SpentRequest | undefined> {
  const row = await database.transaction((tx) =>
    tx
      .deleteFrom('provider_request')
      .where('state_hash', '=', hashToken(state))
      .where('browser_hash', '=', hashToken(cookie))
      .returning(['nonce', 'verifier', 'user_id', 'expires_at'])
      .executeTakeFirst(),
  )
  if (!row || row.expires_at <= clock.now().toISOString()) return undefined
  const owner = row.user_id === null ? undefined : (Number(row.user_id) as UserId)
  return { nonce: row.nonce, verifier: row.verifier, owner }
}
