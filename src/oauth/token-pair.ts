import type { Tx } from '../db/schema.ts'
import { hashToken, ownedToken } from '../kernel/random-token.ts'
import { markClientUsed } from './client.repository.ts'
import { insertTokens, type TokenFamily } from './token.repository.ts'

/** The tokens that a grant returns. */
export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
  /** lifetime of the access token in seconds */
  readonly expiresIn: number
  /** names of the scopes, separated by spaces; null for all */
  readonly scope: string | null
}

/** Lifetimes in seconds. */
export interface TokenLifetimes {
  readonly access: number
  readonly refresh: number
  /** from the sign-in until the last token of the family expires */
  readonly family: number
  /** time during which a spent refresh token returns the same tokens again */
  readonly grace: number
}

interface PairOptions {
  readonly lifetimes: TokenLifetimes
  readonly now: Date
  /** ISO time when the token family expires; absent for a new family */
  readonly familyExpiresAt?: string
}

/**
 * Creates an access token and a refresh token, and stores their hashes. Neither outlives its family.
 */
export async function issuePair(tx: Tx, family: TokenFamily, options: PairOptions): Promise<TokenPair> {
  const { lifetimes, now } = options
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
  const familyExpiresAt = options.familyExpiresAt ?? after(lifetimes.family)
  const withinFamily = (seconds: number) => (after(seconds) < familyExpiresAt ? after(seconds) : familyExpiresAt)
  const accessExpiresAt = withinFamily(lifetimes.access)
  const pair = {
    accessToken: ownedToken(family.userId),
    refreshToken: ownedToken(family.userId),
    expiresIn: Math.floor((Date.parse(accessExpiresAt) - now.getTime()) / 1000),
    scope: family.scopes,
  }
  await insertTokens(tx, {
    ...family,
    accessHash: hashToken(pair.accessToken),
    refreshHash: hashToken(pair.refreshToken),
    now: now.toISOString(),
    accessExpiresAt,
    refreshExpiresAt: withinFamily(lifetimes.refresh),
    familyExpiresAt,
  })
  await markClientUsed(tx, family.clientId, now)
  return pair
}
