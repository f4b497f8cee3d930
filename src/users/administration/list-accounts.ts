import type { ReadLong } from '../../db/long-reads.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { canonicalLogin } from '../user.ts'

/** The data of an account that administrators see. */
export interface Account {
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly isAdmin: boolean
  readonly isEnabled: boolean
  readonly hasSecondFactor: boolean
  readonly createdAt: string
  readonly entries: number
  /** time when a browser or an app of the user last connected, accurate to an hour; null if none is recorded */
  readonly lastSeenAt: string | null
}

interface AccountPage {
  readonly accounts: readonly Account[]
  readonly total: number
}

export const ACCOUNTS_PER_PAGE = 50

/** Excludes closed accounts that are still being deleted. Their names start with `@` (close-account.ts). */
const IS_OPEN = `username_key not like '@%'`
const MATCHES_SEARCH = `${IS_OPEN} and (username_key like $1 escape '\\' or coalesce(email_key, '') like $1 escape '\\')`

const SELECT_ACCOUNTS = `
select id, username, email, is_admin, is_enabled, created_at,
  (select count(*) from entry where entry.user_id = users.id) as entries,
  (select count(*) from second_factor
    where second_factor.user_id = users.id and confirmed_at is not null) as factors,
  (select max(seen_at) from (
    select last_used_at as seen_at from session where session.user_id = users.id
    union all select created_at from access_token where access_token.user_id = users.id
    union all select last_used_at from oauth_client where oauth_client.user_id = users.id) as seen) as last_seen_at
from users`

interface Row {
  readonly id: number | string
  readonly username: string
  readonly email: string
  readonly is_admin: number
  readonly is_enabled: number
  readonly created_at: string
  readonly entries: number | string
  readonly factors: number | string
  readonly last_seen_at: string | null
}

/**
 * @param text part of a username or e-mail address; empty for all accounts
 * @param page number of the page, from 1
 * @returns one page of accounts, newest first
 */
export async function listAccounts(
  readLong: ReadLong,
  { text, page }: { readonly text: string; readonly page: number },
): Promise<AccountPage> {
  const like = `%${canonicalLogin(text)
    .slice(0, 180)
    .replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
  const [rows, totals] = await readLong([
    {
      sql: `${SELECT_ACCOUNTS} where ${MATCHES_SEARCH} order by id desc limit ${ACCOUNTS_PER_PAGE} offset $2`,
      parameters: [like, (page - 1) * ACCOUNTS_PER_PAGE],
    },
    { sql: `select count(*) as total from users where ${MATCHES_SEARCH}`, parameters: [like] },
  ])
  const [count] = totals as readonly { readonly total: number | string }[]
  return { accounts: (rows as readonly Row[]).map(toAccount), total: Number(count!.total) }
}

/** @returns the account; undefined if it does not exist or is being deleted */
export async function findAccount(readLong: ReadLong, id: number): Promise<Account | undefined> {
  const [rows] = await readLong([{ sql: `${SELECT_ACCOUNTS} where id = $1 and ${IS_OPEN}`, parameters: [id] }])
  const [row] = rows as readonly Row[]
  return row && toAccount(row)
}

function toAccount(row: Row): Account {
  return {
    id: Number(row.id) as UserId,
    username: row.username,
    email: row.email,
    isAdmin: row.is_admin === 1,
    isEnabled: row.is_enabled === 1,
    hasSecondFactor: Number(row.factors) > 0,
    createdAt: row.created_at,
    entries: Number(row.entries),
    lastSeenAt: row.last_seen_at,
  }
}
