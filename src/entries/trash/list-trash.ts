import { setImmediate } from 'node:timers/promises'
import { collectionConditionFinder } from '../../collections/collection-condition.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Condition } from '../../query/condition.ts'
import { evaluateCondition } from '../../query/evaluate-condition.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { queryToCondition } from '../../query/query-to-condition.ts'
import { toEntry } from '../entry-row.ts'
import type { Entry } from '../entry.ts'
import { queryableEntry, wordsOfEntry } from '../queryable-entry.ts'
import { countTrash, readTrash, type DeletedEntry } from './trash-rows.repository.ts'

/** An entry in the trash, as lists show it. */
export interface TrashItem {
  readonly id: EntryId
  readonly entry: Entry
  readonly tags: readonly string[]
  /** number of annotations */
  readonly annotations: number
  /** ISO time of the deletion */
  readonly deletedAt: string
}

interface TrashRequest {
  /** query that the entries match; empty for all entries in the trash */
  readonly query: string
  /** number of the page, from 1 */
  readonly page: number
  readonly perPage: number
}

interface TrashPage {
  /** the ones that were deleted last first */
  readonly items: readonly TrashItem[]
  /** number of entries in the trash that match the query */
  readonly total: number
}

/** @returns a page of the entries in the owner's trash */
export type ListTrash = (
  owner: { readonly id: UserId; readonly revision: number },
  request: TrashRequest,
) => Promise<TrashPage>

interface TrashListDeps {
  readonly database: Database
  readonly listCollections: ListCollections
  readonly findNow: (owner: { readonly id: UserId; readonly revision: number }) => Promise<Now>
}

/** Number of entries that a search reads at a time. */
const BATCH_SIZE = 200
/** Maximum number of entries that a search tests. Entries that were deleted before them are not found. */
const MAX_SEARCHED = 10_000

/**
 * @returns a function that lists the trash. The full-text index contains no deleted entries, so queries are evaluated in
 *   memory, without the texts of the pages.
 */
export function trashLister({ database, listCollections, findNow }: TrashListDeps): ListTrash {
  return async (owner, { query, page, perPage }) => {
    const offset = (page - 1) * perPage
    if (query === '') {
      const [total, found] = await database.read(async (db) => [
        await countTrash(db, owner.id),
        await readTrash(db, owner.id, { offset, limit: perPage }),
      ])
      return { total, items: found.map(toItem) }
    }
    const now = await findNow(owner)
    const findCollection = collectionConditionFinder(await listCollections(owner), now)
    const condition = queryToCondition(parseQuery(query), now, findCollection, { isTrash: true })
    return searchTrash(database, owner.id, condition, { offset, limit: perPage })
  }
}

async function searchTrash(
  database: Database,
  owner: UserId,
  condition: Condition,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<TrashPage> {
  const items: TrashItem[] = []
  let total = 0
  let after: DeletedEntry | undefined
  for (let searched = 0; searched < MAX_SEARCHED; searched += BATCH_SIZE) {
    const last = after
    const read = await database.read((db) => readTrash(db, owner, { after: last, limit: BATCH_SIZE }))
    after = read.at(-1)
    for (const deleted of read) {
      if (!matches(deleted, condition)) continue
      if (total >= offset && items.length < limit) items.push(toItem(deleted))
      total += 1
    }
    if (read.length < BATCH_SIZE) break
    await setImmediate()
  }
  return { items, total }
}

function matches(deleted: DeletedEntry, condition: Condition): boolean {
  const { entry: row, annotations, progress } = deleted
  const members = {
    entry: toEntry(row),
    tags: deleted.tags.map((label) => ({ label })),
    annotations,
    progress: progress && { share: progress.share, at: progress.updated_at },
    collections: deleted.collections.map(({ collection_id }) => Number(collection_id)),
  }
  return evaluateCondition(condition, queryableEntry(members, { words: () => wordsOfEntry(members, '') }))
}

function toItem({ entry, tags, annotations, deletedAt }: DeletedEntry): TrashItem {
  return { id: Number(entry.id) as EntryId, entry: toEntry(entry), tags, annotations: annotations.length, deletedAt }
}
