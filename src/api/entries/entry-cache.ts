import { LRUCache } from 'lru-cache'
import type { EntryVersion } from '../../entries/listing/list-entries.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { slices } from '../../kernel/slices.ts'
import type { JsonChunks } from '../wire/json-body.ts'
import { presentEntry, type EntryOwner } from './entry.presenter.ts'

export type Detail = 'full' | 'metadata'

/** Returns the JSON of the entries, in the order of the versions. Omits entries that have been deleted. */
export type PresentEntries = (
  owner: EntryOwner,
  versions: readonly EntryVersion[],
  detail: Detail,
) => Promise<JsonChunks[]>

/** Number of entries that are converted to JSON before other requests get a turn. */
const BATCH_SIZE = 50

/**
 * An entry is cached only if its size is at most the size of the cache divided by this number. Otherwise, a few books
 * would displace all other entries.
 */
const SIZE_RATIO = 64

/**
 * Caches the JSON of entries. A cache key contains the owner's names and the revision that was requested. An entry is
 * loaded after its revision was read, so cached JSON is never older than its key. A full cache drops the least recently
 * used JSON.
 * @param maxBytes maximum size of the cache in bytes; 0 disables it
 */
export function entryPresenter(load: LoadEntries, maxBytes: number): PresentEntries {
  const cache =
    maxBytes > 0
      ? new LRUCache<string, JsonChunks>({
          maxSize: maxBytes,
          maxEntrySize: Math.ceil(maxBytes / SIZE_RATIO),
          sizeCalculation: (pieces, key) => pieces.reduce((sum, piece) => sum + piece.length + 100, key.length + 200),
        })
      : undefined
  return async (owner, versions, detail) => {
    const suffix = `${detail} ${owner.id} ${owner.username}\n${owner.email}\n${owner.name ?? ''}`
    const cacheKey = ({ id, revision }: EntryVersion) => `${id} ${revision} ${suffix}`
    const found = new Map<EntryId, JsonChunks>()
    const missing: EntryVersion[] = []
    for (const version of versions) {
      const json = cache?.get(cacheKey(version))
      if (json) found.set(version.id, json)
      else missing.push(version)
    }
    for await (const batch of slices(missing, BATCH_SIZE)) {
      const ids = batch.map(({ id }) => id)
      const loaded = await load(owner.id as never, ids, { hasContent: detail === 'full' })
      for (const version of batch) {
        const entry = loaded.get(version.id)
        if (!entry) continue
        const json = presentEntry(entry, owner, { detail })
        found.set(version.id, json)
        cache?.set(cacheKey(version), json)
      }
    }
    return versions.map(({ id }) => found.get(id)).filter((pieces) => pieces !== undefined)
  }
}
