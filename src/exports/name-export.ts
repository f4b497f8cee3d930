import { requireLoadedEntry } from '../entries/listing/load-entry.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { titleOf } from './exported-entry.ts'
import { exportFileName } from './file-name.ts'

/**
 * Determines the file name of an entry's export without generating the file.
 * @returns the name without the extension
 * @throws AppError `not_found` if the owner has no such entry
 */
export async function nameOfEntryFile(loadEntries: LoadEntries, owner: UserId, id: EntryId): Promise<string> {
  const one = await requireLoadedEntry(loadEntries, owner, id, { hasContent: false })
  return exportFileName(titleOf(one), `entry-${id}`)
}

/**
 * @param title title of the list
 * @returns the name of its file without the extension
 */
export function nameOfListFile(title: string): Promise<string> {
  return exportFileName(title, 'articles')
}
