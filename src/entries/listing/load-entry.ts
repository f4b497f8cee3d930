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

/** @returns the entries in the order of the ids. Those that the owner does not have are left out. */
export async function loadInOrder(
  loadEntries: LoadEntries,
  owner: UserId,
  ids: readonly EntryId[],
  options: LoadOptions,
): Promise<LoadedEntry[]> {
  const loaded = await loadEntries(owner, ids, options)
  return ids.flatMap((id) => loaded.get(id) ?? [])
}
