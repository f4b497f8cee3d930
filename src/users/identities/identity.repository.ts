import type { Db, Tx } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { findUser } from '../user.repository.ts'
import type { User } from '../user.ts'
import type { ProviderClaims } from './read-claims.ts'

/** An account at a provider, as its owner sees it. */
export interface Identity {
  readonly id: number
  readonly issuer: string
  /** name or e-mail address there */
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The two values that identify a person at a provider (OpenID Connect Core, section 5.7). */
type IdentityKey = Pick<ProviderClaims, 'issuer' | 'subject'>

/** @returns the owner's accounts at providers, newest first */
export async function listIdentities(db: Db, owner: UserId): Promise<Identity[]> {
  const rows = await db
    .selectFrom('identity')
    .select(['id', 'issuer', 'label', 'created_at', 'last_used_at'])
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, issuer, label, created_at: createdAt, last_used_at: lastUsedAt }) => ({
    id: Number(id),
    issuer,
    label,
    createdAt,
    lastUsedAt,
  }))
}

/** @returns the user of an account at a provider; undefined if it is not linked */
export async function findUserOfIdentity(db: Db, { issuer, subject }: IdentityKey): Promise<User | undefined> {
  const row = await db
    .selectFrom('identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && findUser(db, Number(row.user_id) as UserId)
}

/** Links an account at a provider with a user. Violates a unique key if it is linked already. */
export async function insertIdentity(tx: Tx, owner: UserId, claims: ProviderClaims, now: string): Promise<void> {
  const { issuer, subject } = claims
  const values = { user_id: owner, issuer, subject, label: labelOf(claims), created_at: now }
  await tx.insertInto('identity').values(values).execute()
}

/** Records a sign-in with an account at a provider. */
export async function recordIdentityUse(tx: Tx, owner: UserId, claims: ProviderClaims, now: string): Promise<void> {
  await tx
    .updateTable('identity')
    .set({ last_used_at: now, label: labelOf(claims) })
    .where('user_id', '=', owner)
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .execute()
}

const labelOf = ({ email, username, name, subject }: ProviderClaims): string => email || username || name || subject
