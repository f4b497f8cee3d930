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

export type Authenticate = (token: string) => Viewer | Promise<Viewer>

interface Found {
  readonly viewer: Viewer
  readonly expiresAt: string
}

/** Tokens remembered at most; they are forgotten at the next write of anybody. */
const REMEMBERED = 10_000

/**
 * @returns a function that finds who a bearer token belongs to; it throws OauthError 401 in the contract's words. Where
 * the database tells for next to nothing that nobody has written since, an answer is given again without asking.
 */
export function authenticator({ database, clock }: AuthenticatorDeps): Authenticate {
  const find = tokenFinder(database)
  const remembered = new Map<string, Found>()
  let version: number | undefined
  return (token) => {
    const current = database.version()
    if (current !== version) remembered.clear()
    version = current
    const known = remembered.get(token)
    if (known) return unexpired(known, clock)
    return find(token).then((found) => {
      const isCurrent = version !== undefined && database.version() === version
      if (isCurrent && remembered.size < REMEMBERED) remembered.set(token, found)
      return unexpired(found, clock)
    })
  }
}

export interface AuthenticatorDeps {
  readonly database: Database
  readonly clock: Clock
}

function tokenFinder(database: Database): (token: string) => Promise<Found> {
  const find = database.prepare<TokenRow>(FIND)
  return async (token) => {
    const owner = ownerOfToken(token)
    const [row] = owner === undefined ? [] : await find.all(owner, hashToken(token))
    if (!row) throw new OauthError(401, 'invalid_grant', 'The access token provided is invalid.')
    const { id, username, email, name, revision } = row
    const viewer = { id: id as UserId, username, email, name, isAdmin: row.is_admin === 1, revision }
    return { viewer, expiresAt: row.expires_at }
  }
}

function unexpired({ viewer, expiresAt }: Found, clock: Clock): Viewer {
  if (Date.parse(expiresAt) > clock.now().getTime()) return viewer
  throw new OauthError(401, 'invalid_grant', 'The access token provided has expired.')
}
