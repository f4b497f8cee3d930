import { LRUCache } from 'lru-cache'
import type { JsonChunks } from '../../http/json-body.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { slices } from '../../kernel/slices.ts'
import type { EntryVersion } from './list-entries.ts'
import type { LoadedEntry, LoadEntries } from './load-entries.ts'

/** A format of entries in JSON. */
export interface EntryFormat {
  /** names the format, and contains everything besides the entry on which its JSON depends */
  readonly key: string
  readonly hasContent: boolean
  /** @returns the JSON of each of these entries, in the same order */
  readonly present: (entries: readonly LoadedEntry[]) => readonly JsonChunks[] | Promise<readonly JsonChunks[]>
}

/** Returns the JSON of the entries, in the order of the versions. Omits entries that have been deleted. */
export type PresentEntries = (
  owner: UserId,
  versions: readonly EntryVersion[],
  format: EntryFormat,
) => Promise<JsonChunks[]>

/** Number of entries that are converted to JSON before other requests get a turn. */
const BATCH_SIZE = 50

/**
 * An entry is cached only if its size is at most the size of the cache divided by this number. Otherwise, a few books
 * would displace all other entries.
 */
const SIZE_RATIO = 64

/**
 * Caches the JSON of entries. A cache key contains the format and the revision that was requested. An entry is loaded after
 * its revision was read, so cached JSON is never older than its key. A full cache drops the least recently used JSON.
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
  return async (owner, versions, { key, hasContent, present }) => {
    const cacheKey = ({ id, revision }: EntryVersion) => `${id} ${revision} ${owner} ${key}`
    const found = new Map<EntryId, JsonChunks>()
    const missing: EntryVersion[] = []
    for (const version of versions) {
      const json = cache?.get(cacheKey(version))
      if (json) found.set(version.id, json)
      else missing.push(version)
    }
    for await (const batch of slices(missing, BATCH_SIZE)) {
      const ids = batch.map(({ id }) => id)
      const loaded = await load(owner, ids, { hasContent })
      const existing = batch.filter(({ id }) => loaded.has(id))
      const json = await present(existing.map(({ id }) => loaded.get(id)!))
      for (const [index, version] of existing.entries()) {
        found.set(version.id, json[index]!)
        cache?.set(cacheKey(version), json[index]!)
      }
    }
    return versions.map(({ id }) => found.get(id)).filter((pieces) => pieces !== undefined)
  }
}
