import type { Client } from 'pg'
import { databaseLocation } from '../config/database-location.ts'
import type { Settings } from '../config/settings.ts'
import { directAddress } from '../db/database-url.ts'
import { newClient } from '../db/postgres/new-client.ts'
import { postgresFailure } from '../db/postgres/postgres-failure.ts'
import { sleep } from '../kernel/sleep.ts'
import { ok, problem, warning, type Finding } from './finding.ts'

const NAME = 'standby'
/** Time limits in milliseconds: to connect, for a statement, and for the standby to replay what the primary has written. */
const CONNECT_MS = 3000
const STATEMENT_MS = 3000
const CATCH_UP_MS = 2000
/** Milliseconds between two looks at what the standby has replayed. */
const LOOK_MS = 50

/**
 * @returns whether `DATABASE_READ_URL` leads to a standby of the primary, how far it is behind, and whether it has the same
 *   schema; nothing without that setting
 */
export async function checkStandby(settings: Settings): Promise<readonly Finding[]> {
  const location = databaseLocation(settings)
  if (location.dialect !== 'postgres' || location.readUrl === undefined) return []
  const place = { url: location.readUrl, setting: 'DATABASE_READ_URL' }
  const clients: Client[] = []
  try {
    clients.push(await connect(place.url))
    const primary = await connect(directAddress(location).url).catch(() => undefined)
    if (primary) clients.push(primary)
    return await compare(clients[0]!, primary)
  } catch (error) {
    const reason = postgresFailure(place, error) ?? (error as Error).message
    return [problem(NAME, `${reason}. Until then, the primary answers everything`)]
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

async function connect(url: string): Promise<Client> {
  const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: STATEMENT_MS }
  const client = await newClient({ connectionString: url, application_name: 'dogear doctor', ...limits })
  await client.connect()
  return client
}

async function compare(standby: Client, primary: Client | undefined): Promise<readonly Finding[]> {
  const own = await identityOf(standby)
  if (!own.isStandby)
    return [problem(NAME, 'is no standby: DATABASE_READ_URL must lead to a server that replicates the primary')]
  if (!primary) return [warning(NAME, 'answers, but the primary does not: how far it is behind is unknown')]
  const other = await identityOf(primary)
  if (own.system !== other.system || own.database !== other.database)
    return [problem(NAME, 'replicates another database: correct DATABASE_READ_URL')]
  const remark = other.isSynchronous ? '' : ', but commits do not wait for it: reads stop while the primary is away'
  return [
    ok(NAME, `answers, and replicates the primary${remark}`),
    await measureLag(standby, primary),
    await compareSchemas(standby, primary),
  ]
}

interface Identity {
  readonly isStandby: boolean
  /** the number that a server gets when its files are created, and its standbys copy */
  readonly system: string
  readonly database: string
  /** true if a commit waits for a standby */
  readonly isSynchronous: boolean
}

async function identityOf(client: Client): Promise<Identity> {
  const { rows } = await client.query<Identity>(
    `select pg_is_in_recovery() as "isStandby", current_database() as database,
       current_setting('synchronous_standby_names') <> '' as "isSynchronous", system_identifier::text as system
     from pg_control_system()`,
  )
  return rows[0]!
}

interface Replay {
  readonly bytes: string
  /** time of the last replayed commit by the clock of the primary, in seconds; null if there was none */
  readonly committedAt: string | null
  readonly isPaused: boolean
}

/** Waits a moment for the standby to replay what the primary has written so far. @returns how long that took */
async function measureLag(standby: Client, primary: Client): Promise<Finding> {
  const { rows } = await primary.query<{ position: string; now: string }>(
    'select pg_current_wal_lsn() as position, extract(epoch from clock_timestamp()) as now',
  )
  const { position, now } = rows[0]!
  const startedAt = performance.now()
  const first = await replayOf(standby, position)
  for (let replay = first; ; replay = await replayOf(standby, position)) {
    const waited = performance.now() - startedAt
    if (Number(replay.bytes) === 0)
      return ok(NAME, `was ${first.bytes} bytes behind, and caught up within ${(waited / 1000).toFixed(1)} s`)
    if (waited < CATCH_UP_MS) {
      await sleep(LOOK_MS)
      continue
    }
    const seconds = Math.max(0, Number(now) - Number(replay.committedAt ?? now))
    const remedy = replay.isPaused
      ? 'its replay is paused: run "select pg_wal_replay_resume()" there'
      : 'see its log, its disk, and pg_stat_replication on the primary'
    const lag = `is ${replay.bytes} bytes and ${seconds.toFixed(0)} s behind`
    return warning(NAME, `${lag}, so the primary answers for users with later changes; ${remedy}`)
  }
}

async function replayOf(standby: Client, position: string): Promise<Replay> {
  const { rows } = await standby.query<Replay>(
    `select greatest(pg_wal_lsn_diff($1, pg_last_wal_replay_lsn()), 0) as bytes,
       extract(epoch from pg_last_xact_replay_timestamp()) as "committedAt", pg_is_wal_replay_paused() as "isPaused"`,
    [position],
  )
  return rows[0]!
}

async function compareSchemas(standby: Client, primary: Client): Promise<Finding> {
  const [own, other] = [await lastStep(standby), await lastStep(primary)]
  if (own === other) return ok(NAME, `has the schema of the primary, ${own}`)
  return warning(
    NAME,
    `has the schema ${own}, and the primary ${other}: it has not replayed the migration yet; if that lasts, see its log`,
  )
}

async function lastStep(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by position desc limit 1')
  return rows[0]?.name ?? 'none'
}
