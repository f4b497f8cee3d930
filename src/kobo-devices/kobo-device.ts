import type { Db } from '../db/schema.ts'
import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { createAppPassword, type AppPassword, listAppPasswords } from '../users/passwords/app-password.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'

/** The address that Kobo's firmware has built in for everything but articles. */
const KOBO_STORE = 'https://storeapi.kobo.com'
const MAX_ADDRESS = 1000

/** What a user can choose for a Kobo e-reader. */
export interface KoboOptions {
  /** address of the store that its other requests are passed to, without a slash at the end */
  readonly store: string
  /** true for a device with a colour screen */
  readonly hasColor: boolean
  /** true if archived entries are removed from the device */
  readonly removesArchived: boolean
}

/** A Kobo e-reader of a user. Its id is that of the app password that is its key. */
export interface KoboDevice extends KoboOptions, Pick<AppPassword, 'id' | 'name' | 'lastUsedAt'> {}

export const DEFAULT_KOBO_OPTIONS: KoboOptions = { store: KOBO_STORE, hasColor: false, removesArchived: false }

type DeviceDeps = { readonly database: Database; readonly clock: Clock }

/**
 * Creates a device and its key.
 * @returns the key, which cannot be shown again
 * @throws AppError `invalid_input` as `createAppPassword` does
 */
export function createKoboDevice(
  deps: DeviceDeps,
  owner: UserId,
  { name, ...options }: KoboOptions & { readonly name: string },
): Promise<string> {
  return createAppPassword(deps, owner, {
    name,
    scopes: ['kobo'],
    storeMore: (tx, id) =>
      tx
        .insertInto('kobo_device')
        .values({ user_id: owner, app_password_id: id, ...columns(options) })
        .execute(),
  })
}

/** @throws AppError `not_found` if the owner has no such device */
export async function changeKoboDevice(
  { database }: Pick<DeviceDeps, 'database'>,
  owner: UserId,
  id: number,
  options: KoboOptions,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const changed = await tx
      .updateTable('kobo_device')
      .set(columns(options))
      .where('user_id', '=', owner)
      .where('app_password_id', '=', id)
      .returning('app_password_id')
      .executeTakeFirst()
    if (!changed) throw notFound('device')
  })
}

/** @returns the owner's devices, newest first */
export async function listKoboDevices(db: Db, owner: UserId): Promise<KoboDevice[]> {
  const rows = await db.selectFrom('kobo_device').selectAll().where('user_id', '=', owner).execute()
  const passwords = await listAppPasswords(db, owner)
  return passwords.flatMap(({ id, name, lastUsedAt }) => {
    const row = rows.find(({ app_password_id: of }) => Number(of) === id)
    return row ? [{ id, name, lastUsedAt, ...toOptions(row) }] : []
  })
}

/** @returns the options of a device; undefined if the owner has no such device */
export async function findKoboOptions(db: Db, owner: UserId, id: number): Promise<KoboOptions | undefined> {
  const row = await db
    .selectFrom('kobo_device')
    .selectAll()
    .where('user_id', '=', owner)
    .where('app_password_id', '=', id)
    .executeTakeFirst()
  return row && toOptions(row)
}

/**
 * @param text the address of a store; empty for that of Kobo
 * @returns the address without a slash at its end. Whether it may be requested is decided with each request.
 * @throws AppError `invalid_input` if it is no address of a server
 */
export function parseStore(text: string): string {
  const given = text.trim()
  const url = given === '' ? new URL(KOBO_STORE) : URL.parse(given)
  const isValid = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isValid || url.search !== '' || url.hash !== '' || given.length > MAX_ADDRESS) {
    throw new AppError('invalid_input', 'the store must be an address that begins with https:// or http://')
  }
  return url.href.replace(/\/+$/, '')
}

const columns = ({ store, hasColor, removesArchived }: KoboOptions) => ({
  store,
  has_color: hasColor ? 1 : 0,
  removes_archived: removesArchived ? 1 : 0,
})

const toOptions = (row: {
  readonly store: string
  readonly has_color: number
  readonly removes_archived: number
}): KoboOptions => ({
  store: row.store,
  hasColor: Number(row.has_color) === 1,
  removesArchived: Number(row.removes_archived) === 1,
})
