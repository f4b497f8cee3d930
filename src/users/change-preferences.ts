import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { advanceRevision } from './revision.ts'
import { findUserConfig, setUserConfig } from './user-config.repository.ts'
import { ownerTransaction } from './owner-transaction.ts'

/** Maximum size of all preferences in bytes of JSON. The web app stores a few hundred bytes. */
const MOST = 10_000

/**
 * Merges preferences of the web app into the stored ones.
 * @param changes new values by name, already validated by the caller
 * @throws AppError `invalid_input` if all preferences together exceed 10 kB
 */
export async function changePreferences(
  { database }: { readonly database: Database },
  owner: UserId,
  changes: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'settings')
    const config = await findUserConfig(tx, owner)
    const preferences = JSON.stringify({ ...config.preferences, ...changes })
    if (preferences.length > MOST) throw new AppError('invalid_input', 'too many preferences')
    await setUserConfig(tx, owner, { preferences })
  })
}
