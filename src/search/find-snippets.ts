import { LRUCache } from 'lru-cache'
import type { EntryVersion } from '../entries/listing/list-entries.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { SearchIndex, Snippet } from './search-index.ts'
import { searchQuery } from './search-query.ts'

/** Maximum number of cached snippets. One takes about a kilobyte. */
const MAX_CACHED = 5000

/** @returns a snippet of each entry whose content contains words of the query */
export type FindSnippets = (
  owner: UserId,
  text: string,
  versions: readonly EntryVersion[],
) => Promise<ReadonlyMap<EntryId, Snippet>>

/**
 * @returns a function that finds snippets, and caches them by the revision of the entry. The content is read after the
 *   revision, so a snippet is never older than its key.
 */
export function snippetFinder(index: Pick<SearchIndex, 'snippets'>): FindSnippets {
  // `null` stands for an entry without a snippet.
  const cache = new LRUCache<string, { readonly snippet: Snippet | null }>({ max: MAX_CACHED })
  return async (owner, text, versions) => {
    const keyOf = ({ id, revision }: EntryVersion) => `${owner} ${id} ${revision} ${text}`
    const known = new Map(versions.map((version) => [version.id, cache.get(keyOf(version))]))
    const missing = versions.filter(({ id }) => known.get(id) === undefined)
    const ids = missing.map(({ id }) => id)
    const made = ids.length > 0 ? await index.snippets(owner, searchQuery(text), ids) : new Map<EntryId, Snippet>()
    for (const version of missing) {
      const cached = { snippet: made.get(version.id) ?? null }
      cache.set(keyOf(version), cached)
      known.set(version.id, cached)
    }
    return new Map([...known].flatMap(([id, cached]) => (cached?.snippet ? [[id, cached.snippet] as const] : [])))
  }
}
