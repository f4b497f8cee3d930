import { LRUCache } from 'lru-cache'
import type { Condition } from '../../query/condition.ts'
import type { RunStatement } from '../changed-entries.ts'
import { followsRevision } from '../follows-revision.ts'

/** Maximum number of queries, over all users, that are known to have very many hits. */
const MAX_QUERIES = 1000
/**
 * Number of hits above the limit of counting that a query must have to be remembered. The limit is then still exceeded
 * after as many changes.
 */
export const SPARE_HITS = 1000

/**
 * Remembers the queries whose hits exceed the limit of counting, so that they are not counted again. A hit can be lost only
 * with a change of the revision of its entry.
 */
export class FrequentQueries {
  readonly #run: RunStatement
  /** by owner and condition: the revision up to which the index was complete when the hits were counted */
  readonly #revisions = new LRUCache<string, number>({ max: MAX_QUERIES })

  constructor(run: RunStatement) {
    this.#run = run
  }

  /**
   * @param indexed revision up to which the index was complete, read in the same snapshot as the hits were counted, of
   *   which there were more than the limit and `SPARE_HITS`
   */
  remember(owner: number, condition: Condition, indexed: number): void {
    if (followsRevision(condition, { mayHaveWords: true })) this.#revisions.set(keyOf(owner, condition), indexed)
  }

  /**
   * @returns true if the query still has more hits than the limit. Each entry that changed or was deleted since the count
   *   may have been a hit. An index with an earlier cursor is being rebuilt, and if tombstones were deleted, the number of
   *   changes is not known.
   */
  async hasTooMany(owner: number, condition: Condition): Promise<boolean> {
    const since = this.#revisions.get(keyOf(owner, condition))
    if (since === undefined) return false
    const [row] = await this.#run<ChangesRow>(CHANGES, [owner, since, SPARE_HITS + 1])
    return row !== undefined && row.reached >= since && row.pruned_revision <= since && row.changes <= SPARE_HITS
  }
}

const keyOf = (owner: number, condition: Condition): string => `${owner} ${JSON.stringify(condition)}`

interface ChangesRow {
  readonly reached: number
  readonly pruned_revision: number
  readonly changes: number
}

const CHANGES = `
  select search_state.revision as reached, pruned_revision,
    (select count(*) from (select 1 from entry where user_id = $1 and revision > $2 limit $3) as changed) +
    (select count(*) from (
      select 1 from tombstone where user_id = $1 and kind = 'entry' and revision > $2 limit $3) as deleted) as changes
  from user_revision join search_state on search_state.user_id = user_revision.user_id where user_revision.user_id = $1`
