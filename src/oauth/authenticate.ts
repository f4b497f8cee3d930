import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/brand.ts'
import type { Clock } from '../kernel/clock.ts'
import { hashToken, ownerOfToken } from '../kernel/random-token.ts'
import { OauthError } from './oauth-error.ts'

/** Who asks, as far as a request needs to know; read together with the token in one query. */
export interface Viewer {
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly isAdmin: boolean
  /** number of the user's changes so far, for cache validators */
  readonly revision: number
}

interface TokenRow {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly is_admin: number
  readonly revision: number
  readonly expires_at: string
}

const FIND = `
  select users.id, users.username, users.email, users.name, users.is_admin, user_revision.revision,
    access_token.expires_at
  from access_token
  join users on users.id = access_token.user_id
  join user_revision on user_revision.user_id = access_token.user_id
  where access_token.user_id = $1 and access_token.token_hash = $2 and users.is_enabled = 1`

export type Authenticate = (token: string) => Promise<Viewer>

/** @returns a function that finds who a bearer token belongs to; it throws OauthError 401 in the contract's words */
export function authenticator({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Authenticate {
  const find = database.prepare<TokenRow>(FIND)
  return async (token) => {
    const owner = ownerOfToken(token)
    const [row] = owner === undefined ? [] : await find.all(owner, hashToken(token))
    if (!row) throw new OauthError(401, 'invalid_grant', 'The access token provided is invalid.')
    if (row.expires_at <= clock.now().toISOString()) {
      throw new OauthError(401, 'invalid_grant', 'The access token provided has expired.')
    }
    const { id, username, email, name, revision } = row
    return { id: id as UserId, username, email, name, isAdmin: row.is_admin === 1, revision }
  }
}
