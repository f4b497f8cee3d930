import { LRUCache } from 'lru-cache'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { EntryVersion } from './list-entries.ts'
import type { LoadedEntry, LoadEntries } from './load-entries.ts'

/** Loads the entries of a list without their contents, in its order. Entries that were deleted meanwhile are skipped. */
export type LoadListed = (owner: UserId, versions: readonly EntryVersion[]) => Promise<readonly LoadedEntry[]>

const MAX_BYTES = 4 * 1024 * 1024
/** Approximate size of an entry without its texts. */
const ENTRY_BYTES = 1500

/**
 * @returns a function that loads the entries of lists. It keeps them without annotations and headers, by id and revision:
 *   entries with the same revision are identical.
 */
export function listedEntryLoader(loadEntries: LoadEntries): LoadListed {
  const cache = new LRUCache<string, LoadedEntry>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  return async (owner, versions) => {
    const found = new Map<EntryId, LoadedEntry>()
    for (const { id, revision } of versions) {
      const known = cache.get(keyOf(owner, id, revision))
      if (known) found.set(id, known)
    }
    const missing = versions.map(({ id }) => id).filter((id) => !found.has(id))
    const loaded = missing.length > 0 ? await loadEntries(owner, missing, { hasContent: false }) : []
    for (const [id, { entry, tags }] of loaded) {
      const kept = { entry: { ...entry, headers: null }, tags, annotations: [], content: undefined }
      found.set(id, kept)
      cache.set(keyOf(owner, id, entry.revision), kept)
    }
    return versions.flatMap(({ id }) => found.get(id) ?? [])
  }
}

const keyOf = (owner: UserId, id: EntryId, revision: number): string => `${owner} ${id} ${revision}`

function sizeOf({ entry, tags }: LoadedEntry): number {
  const labels = tags.reduce((sum, { label, slug }) => sum + label.length + slug.length, 0)
  return ENTRY_BYTES + 2 * (labels + (entry.title ?? '').length + (entry.note ?? '').length + entry.url.length)
}
