/**
 * Measures a backup of a generated library, another one that is killed when it has written half of its bytes and then goes on, its
 * verification, and its restore, on both databases: seconds, the peak of the resident memory of the command (`VmHWM`) with the
 * options of `npm start`, and what the command prints. `npm run bench:backup [-- --megabytes N] [--folder PATH] [--encrypt]
 * [--database sqlite] [--from BACKUP]`; by default 2,000 MB, of which half are captures, a quarter texts and a quarter images. With
 * `--from`, a library is not generated but restored from a backup of such a library, and only PostgreSQL is measured. Needs three times
 * this space in the folder, and with PostgreSQL once more in the temporary folder (`TMPDIR`).
 */
import { spawn } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { migrateDatabase } from '../src/db/migrate.ts'
import { START_ENVIRONMENT, START_OPTIONS } from './start-process.ts'
import { startPostgres } from '../test/support/postgres.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '2000' },
    folder: { type: 'string', default: tmpdir() },
    encrypt: { type: 'boolean', default: false },
    database: { type: 'string', default: 'both' },
    from: { type: 'string' },
  },
})
const PROGRAM = join(import.meta.dirname, '../bin/dogear.js')
/** Bytes of an entry: a compressed capture, a text, and an image. */
const [CAPTURE, TEXT, IMAGE] = [40_000, 20_000, 20_000]
const ENTRIES = Math.round((Number(values.megabytes) * 1_000_000) / (CAPTURE + TEXT + IMAGE))
/** Half of a backup, in which texts take about two fifths of their size, and random bytes all of it. */
const HALF_BYTES = 0.5 * ENTRIES * (CAPTURE + 0.4 * TEXT + IMAGE)
/** Milliseconds between two looks at the memory. */
const LOOK_MS = 50

const folder = mkdtempSync(join(values.folder, 'dogear-bench-backup-'))
const [library, copy, backup, key] = ['library', 'copy', 'backup', 'key'].map((name) => join(folder, name))
const postgres = values.database === 'sqlite' ? undefined : await startPostgres()
try {
  const recipient = values.encrypt ? ['--recipient', (await run({}, 'backup', 'key', key!)).output.trim()] : []
  const withKey = values.encrypt ? ['--key', key!] : []
  const makeBackups = async (database: string, environment: Environment) => {
    const command = ['backup', '--without-secret', '--to', backup!, ...recipient]
    await measure(`backup of ${database}`, environment, ...command)
    rmSync(backup!, { recursive: true })
    await measure(`backup of ${database}, killed`, { ...environment, KILLED: 'yes' }, ...command)
    await measure(`backup of ${database}, continued`, environment, ...command)
    await measure('verification', {}, 'backup', 'verify', backup!, '--scratch', folder, ...withKey)
  }
  if (values.from === undefined) {
    await fill(library!)
    await makeBackups('SQLite', { DOGEAR_DATA_DIR: library! })
    rmSync(library!, { recursive: true })
    await measure('restore into SQLite', { DOGEAR_DATA_DIR: copy! }, 'restore', backup!, ...withKey)
    rmSync(copy!, { recursive: true })
  }
  if (postgres) {
    const server = { DOGEAR_DATA_DIR: copy!, DATABASE_URL: postgres.url }
    await measure('restore into PostgreSQL', server, 'restore', values.from ?? backup!, ...withKey)
    rmSync(backup!, { recursive: true, force: true })
    await makeBackups('PostgreSQL', server)
  }
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

type Environment = Readonly<Record<string, string>>

async function measure(what: string, environment: Environment, ...args: string[]): Promise<void> {
  const begin = performance.now()
  const { output, peak } = await run(environment, ...args)
  const seconds = (performance.now() - begin) / 1000
  const text = output.trim().replaceAll('\n', '; ')
  console.log(`${what}: ${seconds.toFixed(0)} s, ${(peak / 1024).toFixed(0)} MB of memory; ${text}`)
}

interface Ended {
  /** what the command printed */
  readonly output: string
  /** peak of the resident memory in kilobytes */
  readonly peak: number
}

/** Runs a command, and kills it when half of the backup is written if `KILLED` is set. */
function run({ KILLED: killed, ...environment }: Environment, ...args: string[]): Promise<Ended> {
  const env = { ...START_ENVIRONMENT, ...environment }
  const child = spawn(process.execPath, [...START_OPTIONS, PROGRAM, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, peak] = ['', 0]
  const timer = setInterval(() => {
    peak = Math.max(peak, peakKilobytes(child.pid!))
    if (killed === undefined || writtenBytes(`${backup!}.partial`) < HALF_BYTES) return
    child.kill('SIGKILL')
    output = `${(writtenBytes(`${backup!}.partial`) / 1_000_000).toFixed(0)} MB were written`
  }, LOOK_MS)
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += /"event"/.test(String(chunk)) ? '' : String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      clearInterval(timer)
      if (code === 0 || (killed !== undefined && signal === 'SIGKILL')) resolve({ output, peak })
      else reject(new Error(`dogear ${args.join(' ')} ended with code ${code}: ${output}`))
    })
  })
}

function writtenBytes(draft: string): number {
  const files = globSync('*/*.zst*', { cwd: draft }).filter((name) => !name.endsWith('.tmp'))
  return files.reduce((sum, name) => sum + statSync(join(draft, name)).size, 0)
}

function peakKilobytes(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Fills a data folder with one user's entries. */
async function fill(dataFolder: string): Promise<void> {
  const path = join(dataFolder, 'dogear.db')
  await migrateDatabase({ dialect: 'sqlite', path })
  const database = new DatabaseSync(path)
  database.exec(`pragma synchronous = off; begin;
    insert into users (id, username, username_key, password_hash, created_at, updated_at) values (1, 'a', 'a', '', '', '')`)
  const entry = database.prepare(
    "insert into entry (id, user_id, url, title, created_at, updated_at, revision) values (?, 1, ?, ?, '', '', ?)",
  )
  const content = database.prepare('insert into entry_content values (1, ?, ?, 1, null)')
  const capture = database.prepare("insert into capture values (1, ?, ?, 200, '{}', 'text/html', ?, '')")
  const body = database.prepare('insert into capture_body (user_id, sha256, size, body) values (1, ?, ?, ?)')
  for (let id = 1; id <= ENTRIES; id++) {
    const [url, bytes] = [`https://example.org/${id}`, randomBytes(CAPTURE)]
    const sha256 = hash('sha256', bytes, 'buffer')
    entry.run(id, url, `Title ${id}`, id)
    content.run(id, Buffer.from(text()))
    capture.run(id, url, sha256)
    body.run(sha256, CAPTURE, bytes)
    storeImage(dataFolder, randomBytes(IMAGE))
  }
  database.exec('commit')
  database.close()
}

/** @returns a text that compresses like prose */
function text(): string {
  const words = Array.from({ length: TEXT / 8 }, () => `word${(Math.random() ** 3 * 5000).toFixed(0)}`.padEnd(7))
  return `<p>${words.join(' ')}</p>`
}

function storeImage(dataFolder: string, bytes: Uint8Array): void {
  const name = hash('sha256', bytes)
  mkdirSync(join(dataFolder, 'images', name.slice(0, 2)), { recursive: true })
  writeFileSync(join(dataFolder, 'images', name.slice(0, 2), name), bytes)
}
