import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isUnavailable } from '../../kernel/errors.ts'
import { hashToken, ownedToken, ownerOfToken, randomToken } from '../../kernel/random-token.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import type { User } from '../user.ts'

/** The session of a signed-in browser. */
export interface Session {
  readonly user: Pick<User, 'id' | 'username' | 'email' | 'name' | 'isAdmin'>
  readonly tokenHash: Uint8Array
  readonly csrfToken: string
  /** number of changes to the user's data so far */
  readonly revision: number
  /** false for an account that is signed in to in other ways only */
  readonly hasPassword: boolean
  readonly hasPasskeys: boolean
  /** preferences of the web app, such as language and theme */
  readonly preferences: Readonly<Record<string, unknown>>
}

interface NewSession {
  readonly userId: UserId
  readonly userAgent: string
  readonly address: string
  /** true if the user chose "stay signed in" */
  readonly isRemembered: boolean
  /** maximum duration in seconds, instead of that by `isRemembered` */
  readonly maxSeconds?: number
  /** the account at the identity provider that signed in; absent for other ways to sign in */
  readonly origin?: SessionOrigin
}

/** An account at an identity provider, and its session there. */
export interface SessionOrigin {
  readonly issuer: string
  readonly subject: string
  /** undefined if the provider did not report an id */
  readonly sessionId: string | undefined
}

interface OpenedSession {
  /** value of the session cookie; only its hash is stored */
  readonly token: string
  readonly csrfToken: string
  /** lifetime of the cookie in seconds */
  readonly lifeSeconds: number
}

const DAY_SECONDS = 86_400
/**
 * Maximum duration of a session in seconds (security specification, 3.3): 90 days with "stay signed in", otherwise one
 * day. A session that is not used for 14 days ends earlier.
 */
const REMEMBERED_SECONDS = 90 * DAY_SECONDS
const SHORT_SECONDS = DAY_SECONDS
export const IDLE_SECONDS = 14 * DAY_SECONDS
/**
 * Minimum time in milliseconds between two updates of a session's `last_used_at`. Without it, every request would write
 * to the database.
 */
const TOUCH_AFTER_MS = 3_600_000

export interface SessionDeps {
  readonly database: Database
  readonly clock: Clock
}

export async function openSession({ database, clock }: SessionDeps, input: NewSession): Promise<OpenedSession> {
  const token = ownedToken(input.userId)
  const csrfToken = randomToken()
  const lifeSeconds = input.maxSeconds ?? (input.isRemembered ? REMEMBERED_SECONDS : SHORT_SECONDS)
  const now = clock.now()
  await database.transaction((tx) =>
    tx
      .insertInto('session')
      .values({
        user_id: input.userId,
        token_hash: hashToken(token),
        csrf_token: csrfToken,
        user_agent: cutText(storableText(input.userAgent), 300),
        address: input.address,
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
        expires_at: new Date(now.getTime() + lifeSeconds * 1000).toISOString(),
        provider_issuer: input.origin?.issuer ?? null,
        provider_subject: input.origin?.subject ?? null,
        provider_sid: input.origin?.sessionId ?? null,
      })
      .execute(),
  )
  return { token, csrfToken, lifeSeconds }
}

interface SessionRow {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly is_admin: number
  readonly csrf_token: string
  readonly last_used_at: string
  readonly has_password: number
  readonly has_passkeys: number
  readonly preferences: string | null
  readonly revision: number | null
}

const FIND_SESSION = `
  select users.id, users.username, users.email, users.name, users.is_admin, session.csrf_token, session.last_used_at,
    user_config.preferences, user_revision.revision,
    case when users.password_hash = '' then 0 else 1 end as has_password,
    case when exists (select 1 from passkey where passkey.user_id = users.id) then 1 else 0 end as has_passkeys
  from session join users on users.id = session.user_id left join user_config on user_config.user_id = users.id
    left join user_revision on user_revision.user_id = users.id
  where session.user_id = $1 and session.token_hash = $2 and session.expires_at > $3 and session.last_used_at > $4
    and users.is_enabled = 1`

/**
 * @returns a function that finds a session by the value of its cookie. Its result is undefined if the session is
 *   unknown or expired.
 */
export function sessionFinder({ database, clock }: SessionDeps): (token: string) => Promise<Session | undefined> {
  const find = database.prepare<SessionRow>(FIND_SESSION)
  return async (token) => {
    const owner = ownerOfToken(token)
    if (owner === undefined) return undefined
    const now = clock.now()
    const idleSince = new Date(now.getTime() - IDLE_SECONDS * 1000).toISOString()
    const tokenHash = hashToken(token)
    const [row] = await find.all(owner, tokenHash, now.toISOString(), idleSince)
    if (!row) return undefined
    if (now.getTime() - Date.parse(row.last_used_at) > TOUCH_AFTER_MS) await touch(database, row.id, tokenHash, now)
    const { id, username, email, name } = row
    return {
      user: { id: id as UserId, username, email, name, isAdmin: row.is_admin === 1 },
      tokenHash,
      csrfToken: row.csrf_token,
      revision: row.revision ?? 0,
      hasPassword: Number(row.has_password) === 1,
      hasPasskeys: Number(row.has_passkeys) === 1,
      preferences: JSON.parse(row.preferences ?? '{}') as Record<string, unknown>,
    }
  }
}

/** Does nothing while the database cannot be written to: the next request tries again. */
async function touch(database: Database, userId: number, tokenHash: Uint8Array, now: Date): Promise<void> {
  const touched = database.transaction((tx) =>
    tx
      .updateTable('session')
      .set({ last_used_at: now.toISOString() })
      .where('user_id', '=', userId)
      .where('token_hash', '=', tokenHash)
      .execute(),
  )
  await touched.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
  })
}

export async function endSession({ database }: Pick<SessionDeps, 'database'>, session: Session): Promise<void> {
  await database.transaction((tx) =>
    tx
      .deleteFrom('session')
      .where('user_id', '=', session.user.id)
      .where('token_hash', '=', session.tokenHash)
      .execute(),
  )
}
