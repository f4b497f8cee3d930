import { databaseLocation } from '../../config/database-location.ts'
import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { openSearch } from '../../search/open-search-index.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { Command } from '../command.ts'
import { findUserOrRefuse } from '../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { withDatabase } from '../with-database.ts'

/** Maximum duration of one indexing step in milliseconds. Steps repeat until the index is complete. */
const TURN_MS = 1000

export const searchRebuildCommand: Command = {
  about:
    'Rebuilds the full-text index for all accounts or for one. Safe while the service is running. Searches may miss\n' +
    'entries until the rebuild has finished.',
  operands: [],
  options: { user: { help: 'limit to entries of this account', value: 'U' } },
  run: async ({ io, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const name = options.get('user')
    const users = await withDatabase(settings, async (database) => {
      const index = await openSearch(database, databaseLocation(settings))
      try {
        return await rebuild(database, index, name)
      } finally {
        await index.close()
      }
    })
    io.print(users === 1 ? 'The index of 1 account is complete.' : `The index of ${users} accounts is complete.`)
    return 0
  },
}

/**
 * Discards the index of one account or of all, and builds it again.
 * @returns the number of indexed accounts
 */
async function rebuild(database: Database, index: SearchIndex, name: string | undefined): Promise<number> {
  const owner = name === undefined ? undefined : (await findUserOrRefuse(database, name)).id
  await index.forget(owner)
  if (owner !== undefined) return followUntilDone(index, [owner])
  let users = 0
  for (let behind = await index.findBehind(); behind.length > 0; behind = await index.findBehind()) {
    users += await followUntilDone(index, behind)
  }
  return users
}

async function followUntilDone(index: SearchIndex, owners: readonly UserId[]): Promise<number> {
  for (const owner of owners) {
    while (!(await index.catchUp(owner, TURN_MS)));
  }
  return owners.length
}
