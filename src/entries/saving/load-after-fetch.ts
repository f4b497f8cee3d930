import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { LoadedEntry, LoadEntries, LoadOptions } from '../listing/load-entries.ts'
import { loadEntry } from '../listing/load-entry.ts'
import { entryIdAfterFetch } from './wait-for-fetch.ts'

interface LoadAfterFetchDeps {
  readonly database: Database
  readonly loadEntries: LoadEntries
}

/** An entry that was saved, and the address under which it was. */
interface SavedPage {
  readonly id: EntryId
  readonly address: string
}

/**
 * Loads an entry whose page has just been fetched. If the fetch has merged it into an older entry of the same page, loads the
 * older one.
 * @returns undefined if the entry was deleted
 */
export async function loadAfterFetch(
  { database, loadEntries }: LoadAfterFetchDeps,
  owner: UserId,
  { id, address }: SavedPage,
  options: LoadOptions,
): Promise<LoadedEntry | undefined> {
  const loaded = await loadEntry(loadEntries, owner, id, options)
  if (loaded) return loaded
  return loadEntry(loadEntries, owner, await entryIdAfterFetch(database, owner, address), options)
}
