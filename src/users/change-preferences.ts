import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { advanceRevision } from './revision.ts'
import { findUserConfig, setUserConfig } from './user-config.repository.ts'
import { ownerTransaction, type OwnerTx } from './owner-transaction.ts'

/**
 * Maximum size in bytes of a user's preferences as JSON. A change that would exceed it is refused. The web app stores a
 * few hundred bytes.
 */
const MAX_BYTES = 10_000

/**
 * Changes some of a user's preferences and keeps the others.
 * @param changes new values by name, which the caller has validated
 * @throws AppError `invalid_input` if all preferences together exceed 10 kB
 */
export async function changePreferences(
  { database }: { readonly database: Database },
  owner: UserId,
  changes: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  await ownerTransaction(database, owner, (tx) => changePreferencesIn(tx, owner, changes))
}

/** Changes preferences like `changePreferences`, in a transaction. */
export async function changePreferencesIn(
  tx: OwnerTx,
  owner: UserId,
  changes: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  await advanceRevision(tx, owner, 'settings')
  const config = await findUserConfig(tx, owner)
  const preferences = JSON.stringify({ ...config.preferences, ...changes })
  if (preferences.length > MAX_BYTES) throw new AppError('invalid_input', 'too many preferences')
  await setUserConfig(tx, owner, { preferences })
}
