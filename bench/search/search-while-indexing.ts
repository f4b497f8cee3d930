import { nowFinder } from '../../src/users/time-zone.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { collectionLister } from '../../src/collections/list-collections.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseLocation } from '../../src/db/database-url.ts'
import type { Database } from '../../src/db/database.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { indexInBackground } from '../../src/search/index-in-background.ts'
import { openSearch } from '../../src/search/open-search-index.ts'
import { entrySearch } from '../../src/search/search-entries.ts'

/** Milliseconds between two searches. */
const PAUSE_MS = 50
/** Search terms: words of the imported titles, and one word that occurs nowhere. */
const TERMS = ['title', 'comma', 'title 77', '"with comma"', 'nowhere']

interface SearchWatch {
  /**
   * Keeps searching until every entry is indexed.
   * @returns lines with statistics of the searches and of the index
   */
  untilIndexed(): Promise<readonly string[]>
}

/** Updates the search index in the background, and runs one search after another until every entry is indexed. */
export async function searchWhileIndexing(
  database: Database,
  location: DatabaseLocation,
  owner: UserId,
): Promise<SearchWatch> {
  const index = await openSearch(database, location)
  const stop = indexInBackground(database, index)
  const search = entrySearch(index, {
    listCollections: collectionLister(database),
    findNow: nowFinder(database, systemClock),
  })
  const since = performance.now()
  const times: number[] = []
  let [isImported, mostWaiting, waiting] = [false, 0, 0]
  const running = (async () => {
    for (let number = 0; ; number++) {
      const revision = await revisionOf(database, owner)
      const begun = performance.now()
      waiting = await search.follow({ id: owner, revision })
      const term = TERMS[number % TERMS.length]!
      await search.searchEntries({ id: owner, revision }, term, { page: 1, perPage: 30, sort: 'created' })
      times.push(performance.now() - begun)
      mostWaiting = Math.max(mostWaiting, waiting)
      if (isImported && waiting === 0) return
      await pause(PAUSE_MS)
    }
  })()
  return {
    untilIndexed: async () => {
      const importedAt = performance.now()
      isImported = true
      await running
      await stop()
      await index.close()
      const sorted = times.toSorted((left, right) => left - right)
      const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`
      return [
        `${times.length} searches meanwhile: p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`,
        `index done ${seconds(since)} s after the start, ${seconds(importedAt)} s after the last row; at most ${mostWaiting} entries waited`,
      ]
    },
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

async function revisionOf(database: Database, owner: UserId): Promise<number> {
  const [row] = await database
    .prepare<{ readonly revision: number }>('select revision from user_revision where user_id = $1')
    .all(owner)
  return Number(row?.revision ?? 0)
}
