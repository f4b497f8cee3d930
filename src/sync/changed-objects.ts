import type { Database } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { SyncCursor } from './sync-cursor.ts'
import { SYNC_TYPES, type ChangedObject, type SyncType } from './sync-object.ts'

interface ChangedRequest {
  readonly cursor: SyncCursor
  readonly types: readonly SyncType[]
  /** maximum number of objects */
  readonly limit: number
}

/** Reads the objects that changed after a position, in the order of their revisions. */
type ReadChanged = (owner: UserId, request: ChangedRequest) => Promise<readonly ChangedObject[]>

/**
 * @returns a function that reads changed objects. It never skips a change, although transactions run concurrently: each
 *   one locks the user's row before it gets its revision (src/users/revision.ts), so a user's changes are committed in
 *   the order of their revisions.
 */
export function changedObjectReader(database: Database): ReadChanged {
  const statements = new StatementCache(database)
  return async (owner, { cursor, types, limit }) => {
    const { revision, rank, id, listedFrom = 0 } = cursor
    const rows = await statements.all<Row>(statementOf(types), [owner, revision, rank, id, limit, listedFrom])
    return rows.map((row) => ({
      type: SYNC_TYPES[Number(row.rank)]!,
      id: Number(row.id),
      revision: Number(row.revision),
      isDeleted: Number(row.is_deleted) === 1,
    }))
  }
}

interface Row {
  readonly rank: number
  readonly id: number
  readonly revision: number
  readonly is_deleted: number
}

/**
 * Where the objects of a type are stored: their table, its id column, and the `kind` of their tombstones. Without a
 * `kind`, deletions are not reported.
 */
interface Source {
  readonly table: string
  readonly id: string
  readonly kind?: string
}

const TYPE_SOURCES: Readonly<Partial<Record<SyncType, Source>>> = {
  entries: { table: 'entry', id: 'id', kind: 'entry' },
  progress: { table: 'entry_progress', id: 'entry_id' },
  collections: { table: 'collection', id: 'id', kind: 'collection' },
}

/**
 * The id of objects of which each user has only one. The cast makes PostgreSQL treat the parameter that is compared
 * with this id as `bigint`. Otherwise, PostgreSQL would infer `integer`, which is too small for the ids of other
 * objects.
 */
const NO_ID = 'cast(0 as bigint)'

function statementOf(types: readonly SyncType[]): string {
  const parts = types.flatMap((type) => partsOf(type).map((part) => `select * from (${part}) as part_${type}`))
  return `select * from (${parts.join(' union all ')}) as changed order by revision, rank, id limit $5`
}

/**
 * @returns the SELECT statements that list the changed objects of a type, and its deletions. Each reads at most one
 *   page of rows from an index.
 */
function partsOf(type: SyncType): string[] {
  const rank = SYNC_TYPES.indexOf(type)
  const source = TYPE_SOURCES[type]
  if (!source) {
    const column = `${type}_revision`
    return [
      `select ${rank} as rank, ${NO_ID} as id, ${column} as revision, 0 as is_deleted from user_revision ` +
        `where user_id = $1 and ${laterThanCursor(rank, NO_ID, column)}`,
    ]
  }
  const order = 'order by revision, id limit $5'
  const { table, id, kind } = source
  const rows =
    `select ${rank} as rank, ${id} as id, revision, 0 as is_deleted from ${table} ` +
    `where user_id = $1 and ${laterThanCursor(rank, id, 'revision')} ${order}`
  if (kind === undefined) return [rows]
  return [
    rows,
    `select ${rank} as rank, object_id as id, revision, 1 as is_deleted from tombstone ` +
      `where user_id = $1 and kind = '${kind}' and revision > $6 and ${laterThanCursor(rank, 'object_id', 'revision')} ${order}`,
  ]
}

/** The first comparison is logically redundant, but lets the database read only a range of the index. */
function laterThanCursor(rank: number, id: string, revision: string): string {
  const later = `${revision} > $2 or ${rank} > $3 or (${rank} = $3 and ${id} > $4)`
  return `${revision} >= $2 and (${later})`
}
