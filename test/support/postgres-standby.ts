import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '../crash/wait-for.ts'
import { freePort } from './ports.ts'
import { startPostgres, type RunningPostgres } from './postgres.ts'

/** A primary, and a standby to which it streams its changes. */
export interface ReplicatedPostgres {
  readonly primary: RunningPostgres
  /** address of the maintenance database of the standby */
  readonly standbyUrl: string
  /** Waits until the standby has replayed everything that the primary has written so far. */
  catchUp(): Promise<void>
  /** Stops both servers and deletes their data. */
  stop(): Promise<void>
}

/** Replication, which other tests turn off. */
const SETTINGS = { wal_level: 'replica', max_wal_senders: 5, wal_keep_size: 256 }

/**
 * Starts two real servers. The standby starts from a copy of the files of the primary, made between `pg_backup_start` and
 * `pg_backup_stop` (PostgreSQL documentation, 25.3.3), because the npm package has no `pg_basebackup`.
 */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await startPostgres(SETTINGS)
  const folder = await mkdtemp(join(tmpdir(), 'dogear-standby-'))
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  await copyData(primary, data)
  const [program, port] = [readFileSync(join(data, 'postmaster.opts'), 'utf8').split(' ')[0]!, await freePort()]
  const flags = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200']
  // PostgreSQL refuses to run as root, so the owner of the files runs it.
  const { uid, gid } = statSync(primary.dataFolder)
  const owner = process.getuid?.() === 0 ? { uid, gid } : {}
  const server = spawn(program, [...flags, '-c', 'fsync=off', '-c', 'wal_retrieve_retry_interval=200ms'], {
    stdio: 'ignore',
    ...owner,
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const standbyUrl = new URL(primary.url)
  standbyUrl.port = String(port)
  const { href } = standbyUrl
  const catchUp = async () => {
    const [row] = await queryServer<{ at: string }>(primary.url, 'select pg_current_wal_lsn()::text as at')
    const replayed = `select 1 from pg_last_wal_replay_lsn() as at where at >= '${row!.at}'`
    await waitFor('the standby', async () => (await queryServer(href, replayed).catch(() => [])).length > 0)
  }
  await catchUp()
  return {
    primary,
    standbyUrl: href,
    catchUp,
    stop: async () => {
      server.kill('SIGINT')
      await ended
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the files of a running server, and makes the copy a standby of it. */
async function copyData({ url, dataFolder }: RunningPostgres, target: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select pg_backup_start('standby', true)")
  execFileSync('cp', ['-a', dataFolder, target])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await rm(join(target, 'postmaster.pid'))
  const { uid, gid } = statSync(dataFolder)
  for (const [name, text] of Object.entries({ backup_label: rows[0]!.labelfile, 'standby.signal': '' })) {
    writeFileSync(join(target, name), text)
    chownSync(join(target, name), uid, gid)
  }
  const { hostname, port, username, password } = new URL(url)
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
  appendFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
}

/** Runs one statement on a server. @returns its rows */
export async function queryServer<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
