import type { Database } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'

/** The last change of an entry. */
interface EntryChange {
  readonly id: EntryId
  /** ISO time */
  readonly time: string
  readonly isDeleted: boolean
}

/** Lists the last changes of an owner's entries by time, newest first. */
export type ListEntryChanges = (
  owner: UserId,
  /** ISO time; without it, all entries are listed, but no deletions */
  since: string | undefined,
) => Promise<readonly EntryChange[]>

interface Row {
  readonly id: number
  readonly time: string
}

/** Number of entries that are read together. On SQLite, reading more would block the event loop too long. */
const BATCH_SIZE = 2000
const BEFORE_ALL = ''

const ENTRIES = `select id, updated_at as time from entry
  where user_id = $1 and updated_at >= $2 and (updated_at, id) < ($3, $4)
  order by updated_at desc, id desc limit ${BATCH_SIZE}`

const DETAILS = ['entry_progress', 'annotation'].map(
  (table) => `select entry_id as id, max(updated_at) as time from ${table}
    where user_id = $1 and updated_at >= $2 group by entry_id`,
)

const DELETED = `select object_id as id, deleted_at as time from tombstone
  where user_id = $1 and kind = 'entry' and deleted_at >= $2`

/**
 * @returns a function that lists changes by time, for interfaces whose clients keep a time instead of a revision. Changes of
 *   reading positions and annotations count as changes of their entry; the deletion of an annotation does not.
 */
export function entryChangeLister(database: Database): ListEntryChanges {
  const statements = new StatementCache(database)
  return async (owner, since = BEFORE_ALL) => {
    const times = new Map<number, string>()
    for await (const { id, time } of changedEntries(statements, owner, since)) times.set(Number(id), time)
    for (const sql of DETAILS) {
      for (const { id, time } of await statements.all<Row>(sql, [owner, since])) {
        if ((times.get(Number(id)) ?? '') < time) times.set(Number(id), time)
      }
    }
    const deleted = since === BEFORE_ALL ? [] : await statements.all<Row>(DELETED, [owner, since])
    const changes = [
      ...[...times].map(([id, time]) => ({ id: id as EntryId, time, isDeleted: false })),
      ...deleted.map(({ id, time }) => ({ id: Number(id) as EntryId, time, isDeleted: true })),
    ]
    return changes.toSorted((one, other) =>
      one.time === other.time ? other.id - one.id : one.time < other.time ? 1 : -1,
    )
  }
}

async function* changedEntries(statements: StatementCache, owner: UserId, since: string): AsyncGenerator<Row> {
  let last: Row | undefined = { id: Number.MAX_SAFE_INTEGER, time: '9999' }
  while (last) {
    const rows: Row[] = await statements.all<Row>(ENTRIES, [owner, since, last.time, last.id])
    yield* rows
    last = rows.at(-1)
  }
}
