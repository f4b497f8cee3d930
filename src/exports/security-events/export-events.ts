import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import { csvLine } from '../formats/csv-line.ts'
import { eventAuthor, OPERATOR_ID } from '../../security-events/security-event.ts'

/** Number of events that are read at a time, so that an export of all accounts needs little memory. */
const BATCH_SIZE = 500

const COLUMNS = [
  'first_time',
  'last_time',
  'times',
  'user',
  'event',
  'by',
  'actor',
  'client',
  'address',
  'user_agent',
  'request',
] as const

/**
 * Exports stored security events as CSV (RFC 4180), oldest first. `by` is `owner`, `administrator` or `operator`, and `actor`
 * the username of an administrator. Names of events are those of docs/security.md. Cells that a spreadsheet would evaluate
 * start with an apostrophe.
 * @param owner id of the account; undefined for all accounts
 * @returns the lines, in pieces
 */
export async function* exportEvents(database: Database, owner?: number): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for (let after = 0; ;) {
    const last = after
    const rows = await database.read((db) => readBatch(db, last, owner))
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('')
    if (rows.length < BATCH_SIZE) return
    after = Number(rows.at(-1)!.id)
  }
}

type Row = Awaited<ReturnType<typeof readBatch>>[number]

function readBatch(db: Db, after: number, owner: number | undefined) {
  return db
    .selectFrom('security_event as event')
    .innerJoin('users', 'users.id', 'event.user_id')
    .leftJoin('users as actor', 'actor.id', 'event.actor_id')
    .leftJoin('oauth_client as client', 'client.id', 'event.client_id')
    .select(['event.id', 'event.kind', 'event.actor_id', 'event.address', 'event.user_agent', 'event.request_id'])
    .select(['event.times', 'event.first_at', 'event.last_at'])
    .select(['users.username', 'actor.username as actor', 'client.name as client'])
    .where('event.id', '>', after)
    .$if(owner !== undefined, (select) => select.where('event.user_id', '=', owner!))
    .orderBy('event.id')
    .limit(BATCH_SIZE)
    .execute()
}

function cellsOf(row: Row): readonly string[] {
  const by = eventAuthor(row.actor_id)
  const isNamed = row.actor_id !== null && Number(row.actor_id) !== OPERATOR_ID
  return [
    row.first_at,
    row.last_at,
    String(row.times),
    row.username,
    row.kind,
    by,
    isNamed ? (row.actor ?? String(row.actor_id)) : '',
    row.client ?? '',
    row.address,
    row.user_agent,
    row.request_id,
  ]
}
