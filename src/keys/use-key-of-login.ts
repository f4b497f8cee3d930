import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { useKey, type KeyHolder } from '../users/passwords/key-holder.ts'
import { findUserByLogin } from '../users/user.repository.ts'

/** An app password that was sent with a username. */
interface HeldKey {
  readonly holder: KeyHolder
  /** the app password with the number of its owner */
  readonly key: string
}

/**
 * Finds the user of an app password that is sent with a username, and records its use.
 * @param login a username or an e-mail address
 * @param password an app password, with or without the number of its owner
 * @returns undefined if the password is no valid app password of this user
 */
export async function useKeyOfLogin(
  deps: { readonly database: Database; readonly clock: Clock },
  login: string,
  password: string,
): Promise<HeldKey | undefined> {
  const found = await deps.database.read((db) => findUserByLogin(db, login))
  if (!found) return undefined
  const key = /^\d+-.{20,}$/.test(password) ? password : `${found.user.id}-${password}`
  const holder = await useKey(deps, key)
  return holder?.user.id === found.user.id ? { holder, key } : undefined
}
