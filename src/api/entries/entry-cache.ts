import { LRUCache } from 'lru-cache'
import type { EntryKey } from '../../entries/listing/list-entries.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { EntryId } from '../../kernel/brand.ts'
import { presentEntry, type EntryOwner, type JsonPieces } from './entry.presenter.ts'

export type Detail = 'full' | 'metadata'

/** @returns the JSON of each entry, in the order of the keys; deleted entries are missing */
export type PresentEntries = (owner: EntryOwner, keys: readonly EntryKey[], detail: Detail) => Promise<JsonPieces[]>

/** Larger entries than this fraction of the cache are not cached: a few books would evict everything else. */
const LARGEST = 64

/**
 * Caches the JSON of entries by entry, revision and names of the owner. The bytes of a key never change, so entries are
 * never invalidated, only evicted after a long time without use.
 * @param maxBytes memory limit of the cache; 0 disables it
 */
export function entryPresenter(load: LoadEntries, maxBytes: number): PresentEntries {
  const cache =
    maxBytes > 0
      ? new LRUCache<string, JsonPieces>({
          maxSize: maxBytes,
          maxEntrySize: Math.ceil(maxBytes / LARGEST),
          sizeCalculation: (pieces, key) => pieces.reduce((sum, piece) => sum + piece.length + 100, key.length + 200),
        })
      : undefined
  return async (owner, keys, detail) => {
    const suffix = `${detail} ${owner.id} ${owner.username}\n${owner.email}\n${owner.name ?? ''}`
    const cacheKey = ({ id, revision }: EntryKey) => `${id} ${revision} ${suffix}`
    const found = new Map<EntryId, JsonPieces>()
    const missing: EntryId[] = []
    for (const key of keys) {
      const json = cache?.get(cacheKey(key))
      if (json) found.set(key.id, json)
      else missing.push(key.id)
    }
    const loaded = await load(owner.id as never, missing, { hasContent: detail === 'full' })
    for (const [id, entry] of loaded) {
      const json = presentEntry(entry, owner, { detail })
      found.set(id, json)
      cache?.set(cacheKey(entry.entry), json)
    }
    return keys.map(({ id }) => found.get(id)).filter((pieces) => pieces !== undefined)
  }
}
