import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { LoadedEntry, LoadEntries, LoadOptions } from './load-entries.ts'

/** @returns one entry; undefined if the owner has no entry with this id */
export async function loadEntry(
  loadEntries: LoadEntries,
  owner: UserId,
  id: EntryId | undefined,
  options: LoadOptions,
): Promise<LoadedEntry | undefined> {
  return id === undefined ? undefined : (await loadEntries(owner, [id], options)).get(id)
}

/** @throws AppError `not_found` if the owner has no entry with this id */
export async function requireLoadedEntry(
  loadEntries: LoadEntries,
  owner: UserId,
  id: EntryId | undefined,
  options: LoadOptions,
): Promise<LoadedEntry> {
  const loaded = await loadEntry(loadEntries, owner, id, options)
  if (!loaded) throw notFound('entry')
  return loaded
}
