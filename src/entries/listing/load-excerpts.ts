import { LRUCache } from 'lru-cache'
import type { Entry } from '../entry.ts'
import type { LoadBeginnings } from './load-article-beginnings.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { entryExcerpt, type ExcerptLength } from './excerpt.ts'

/** Returns the excerpts of one owner's entries, by entry id. */
export type LoadExcerpts = (
  owner: UserId,
  entries: readonly Entry[],
  length: ExcerptLength,
) => Promise<ReadonlyMap<EntryId, string>>

/** Maximum number of cached excerpts. A long excerpt with its key takes about a kilobyte. */
const MAX_CACHED = 5000

/** @returns a function that caches excerpts by the entry's revision, because making one takes longer than a card */
export function excerptLoader(loadBeginnings: LoadBeginnings): LoadExcerpts {
  const cache = new LRUCache<string, string>({ max: MAX_CACHED })
  return async (owner, entries, length) => {
    if (length === 'none') return new Map()
    const keyOf = ({ id, revision }: Entry) => `${owner} ${id} ${revision} ${length}`
    const excerpts = new Map(entries.map((entry) => [entry.id, cache.get(keyOf(entry))]))
    const missing = entries.filter(({ id }) => excerpts.get(id) === undefined)
    const ids = missing.map(({ id }) => id)
    const beginnings = ids.length > 0 ? await loadBeginnings(owner, ids) : new Map<EntryId, string>()
    for (const entry of missing) {
      const excerpt = entryExcerpt(entry, beginnings.get(entry.id) ?? '', length)
      cache.set(keyOf(entry), excerpt)
      excerpts.set(entry.id, excerpt)
    }
    return excerpts as ReadonlyMap<EntryId, string>
  }
}
