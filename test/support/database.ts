import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Pool } from 'pg'
import type { Database, Dialect } from '../../src/db/database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'

/** The databases that tests run on: both by default; `TEST_DIALECTS=sqlite` selects the faster one. */
export const DIALECTS: readonly Dialect[] = (process.env['TEST_DIALECTS']?.split(',') as Dialect[] | undefined) ?? [
  'sqlite',
  'postgres',
]

type Cleaner = Pick<TestContext, 'after'>

/** Collects clean-up steps and runs them in reverse order, unlike `t.after`, which runs the first one first. */
class CleanUp implements Cleaner {
  readonly #steps: (() => unknown)[] = []

  after(step?: unknown): void {
    if (typeof step === 'function') this.#steps.push(step as () => unknown)
  }

  async run(): Promise<void> {
    for (const step of this.#steps.toReversed()) await step()
  }
}

/** @returns the address of an empty database that is dropped after the test */
export async function emptyDatabaseUrl(t: Cleaner, dialect: Dialect): Promise<string> {
  if (dialect === 'sqlite') {
    const directory = await mkdtemp(join(tmpdir(), 'dogear-test-'))
    t.after(() => rm(directory, { recursive: true, force: true }))
    return `sqlite:${join(directory, 'dogear.db')}`
  }
  return emptyPostgresUrl(t)
}

/** Databases of which tests get copies. Both are migrated; `users` also contains the accounts of `testUsers`. */
type Template = 'empty' | 'users'

/**
 * @returns the address of a copy of a template, dropped after the test. `global-setup.ts` created the templates by
 * running the program's migrations. Copying one takes a tenth of that time.
 */
export async function migratedDatabaseUrl(t: Cleaner, dialect: Dialect, template: Template = 'empty'): Promise<string> {
  if (dialect === 'postgres') return emptyPostgresUrl(t, `template ${postgresTemplate(template)} strategy file_copy`)
  const url = await emptyDatabaseUrl(t, 'sqlite')
  await copyFile(sqliteTemplate(template), url.slice('sqlite:'.length))
  return url
}

/** @returns the name of a template on the PostgreSQL server of the run */
export function postgresTemplate(template: Template): string {
  return `dogear_template_${template}`
}

/** @returns the path of a template for SQLite */
export function sqliteTemplate(template: Template): string {
  const folder = process.env['TEST_TEMPLATES']
  if (!folder) throw new Error('no database to copy: run a single file with "npm run test:file -- FILE"')
  return join(folder, `template-${template}.db`)
}

async function emptyPostgresUrl(t: Cleaner, options = ''): Promise<string> {
  const server = postgresServerUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  await administrate(server, `create database ${name} ${options}`)
  t.after(() => administrate(server, `drop database ${name} with (force)`))
  return databaseOnServer(server, name)
}

/** @returns the address of another database on the same server */
export function databaseOnServer(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const administrators = new Map<string, Promise<Pool>>()

/** Runs a statement. The connection stays open for a while, because a new one takes several milliseconds. */
export async function administrate(url: string, sql: string): Promise<void> {
  const known = administrators.get(url) ?? openAdministrator(url)
  administrators.set(url, known)
  await (await known).query(sql)
}

async function openAdministrator(connectionString: string): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true })
  // The server may end the connection, and the next statement then opens another.
  pool.on('error', () => undefined)
  return pool
}

/** Address of the server that `global-setup.ts` started for the whole run. */
function postgresServerUrl(): string {
  const url = process.env['TEST_POSTGRES_URL']
  if (!url) throw new Error('no PostgreSQL to test on: run a single file with "npm run test:file -- FILE"')
  return url
}

interface TestDatabase {
  readonly database: Database
  readonly url: string
  /** the SQL of all statements so far; a test that counts statements empties it first */
  readonly queries: string[]
}

/** @returns a migrated database of the dialect, closed and dropped after the test */
export async function testDatabase(t: Cleaner, dialect: Dialect): Promise<TestDatabase> {
  const cleanUp = new CleanUp()
  t.after(() => cleanUp.run())
  const url = await migratedDatabaseUrl(cleanUp, dialect)
  const location = parseDatabaseUrl(url)
  const queries: string[] = []
  const database = await openDatabase({ location, poolSize: 5, onQuery: (sql) => queries.push(sql) })
  cleanUp.after(() => database.close())
  return { database, url, queries }
}
