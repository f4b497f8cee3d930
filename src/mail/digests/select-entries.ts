import { collectionConditionFinder } from '../../collections/collection-condition.ts'
import { listCollections } from '../../collections/collection.repository.ts'
import type { Database } from '../../db/database.ts'
import { filterSql } from '../../entries/listing/entry-filter.ts'
import type { ReadRows } from '../../entries/listing/list-entries.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { queryToCondition } from '../../query/query-to-condition.ts'
import type { Digest } from './digest.ts'

export interface SelectEntriesDeps {
  readonly database: Database
  /** indexes the owner's latest changes; true when the index is complete */
  readonly catchUp: (owner: UserId, limitMs: number) => Promise<boolean>
  /** runs a composed statement; on SQLite, in a thread */
  readonly readComposed: ReadRows
}

/** Time in milliseconds that one step of indexing may take. Steps repeat until the index is complete. */
const INDEXING_STEP_MS = 1000

/**
 * The condition for entries that were not sent to an address, with the number of its parameter. Entries of a failed delivery
 * come with the next digest.
 */
const notSentTo = (parameter: number) =>
  ' and not exists (select 1 from delivery_entry as sent join delivery on delivery.user_id = sent.user_id' +
  ' and delivery.id = sent.delivery_id where sent.user_id = entry.user_id and sent.entry_id = entry.id' +
  ` and delivery.address_id = $${parameter} and (sent.sent_at is not null or delivery.state <> 'failed'))`

/**
 * @returns the entries of a digest, newest first: those that its query finds, that are unread and have a text, and that were
 *   not sent to its address
 */
export async function selectEntries(
  { database, catchUp, readComposed }: SelectEntriesDeps,
  owner: UserId,
  { query: text, addressId, maxEntries }: Digest,
  now: Now,
): Promise<readonly EntryId[]> {
  if (text !== '') while (!(await catchUp(owner, INDEXING_STEP_MS)));
  const collections = await database.read((db) => listCollections(db, owner))
  const condition = queryToCondition(parseQuery(text), now, collectionConditionFinder(collections, now))
  const { dialect } = database
  const { where, parameters } = filterSql(owner, {
    isArchived: false,
    isFetched: true,
    query: { condition, dialect },
    sort: 'created',
    order: 'desc',
    page: 1,
    perPage: maxEntries,
  })
  const all = [...parameters, addressId]
  const sql = `select entry.id from entry where ${where}${notSentTo(all.length)} order by entry.id desc limit ${maxEntries}`
  return (await readComposed<{ id: number }>(sql, all)).map(({ id }) => Number(id) as EntryId)
}
