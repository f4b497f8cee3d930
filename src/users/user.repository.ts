import type { Selectable } from 'kysely'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Db, Tx } from '../db/schema.ts'
import type { UsersTable } from '../db/tables/account-tables.ts'
import { canonicalLogin, type User } from './user.ts'

interface UserWithHash {
  readonly user: User
  readonly passwordHash: string
}

/** @param login a username or an e-mail address; letter case is ignored */
export async function findUserByLogin(db: Db, login: string): Promise<UserWithHash | undefined> {
  const key = canonicalLogin(login)
  const column = key.includes('@') ? 'email_key' : 'username_key'
  const row = await db.selectFrom('users').selectAll().where(column, '=', key).executeTakeFirst()
  return row && { user: toUser(row), passwordHash: row.password_hash }
}

export async function findUser(db: Db, id: UserId): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export async function listUsers(db: Db): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().orderBy('id').execute()
  return rows.map(toUser)
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

interface UserRow {
  readonly username: string
  readonly email: string
  readonly passwordHash: string
  readonly isAdmin: boolean
  readonly now: string
}

/** Inserts an account and the row of its revision in `user_revision`. */
export async function insertUser(tx: Tx, { username, email, passwordHash, isAdmin, now }: UserRow): Promise<User> {
  const row = await tx
    .insertInto('users')
    .values({
      username,
      username_key: canonicalLogin(username),
      email,
      email_key: email === '' ? null : canonicalLogin(email),
      password_hash: passwordHash,
      is_admin: isAdmin ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.insertInto('user_revision').values({ user_id: row.id }).execute()
  return toUser(row)
}

/** @returns true if there is an administrator */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(1).executeTakeFirst()
  return admin !== undefined
}

export async function updatePasswordHash(tx: Tx, id: UserId, passwordHash: string, now: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash, updated_at: now }).where('id', '=', id).execute()
}

function toUser(row: Selectable<UsersTable>): User {
  return {
    id: row.id as UserId,
    username: row.username,
    email: row.email,
    name: row.name,
    isAdmin: row.is_admin === 1,
    isEnabled: row.is_enabled === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
