import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import { buildApp } from '../../src/app.ts'
import { loadSettings } from '../../src/config/load-settings.ts'
import type { Settings } from '../../src/config/settings.ts'
import type { Database, Dialect } from '../../src/db/database.ts'
import type { Schema, Tx } from '../../src/db/schema.ts'
import { MemoryBudget } from '../../src/kernel/memory-budget.ts'
import type { BodyDeadlines } from '../../src/http/body-deadline.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { createClient } from '../../src/oauth/create-client.ts'
import { openExtraction } from '../../src/open-extraction.ts'
import type { HeavyWork } from '../../src/open-heavy-work.ts'
import { openServices, type Services } from '../../src/services.ts'
import { createAppPassword } from '../../src/users/passwords/app-password.ts'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import { migratedDatabaseUrl } from './database.ts'
import { SILENT_LOG } from './silent-log.ts'
import { startSite, type Site } from './site.ts'
import { createTestUser, testUsers, type TestUser, type TestUsers } from './test-users.ts'

export type { TestUser } from './test-users.ts'

type Cleaner = { after(step: () => unknown): void }

/** An entry in an API response. */
export interface WireEntry {
  readonly id: number
  readonly [member: string]: unknown
}

export interface TestApp extends TestUsers {
  readonly app: FastifyInstance
  readonly services: Services
  readonly database: Database
  /**
   * the SQL of all statements of requests so far, without those of jobs; a test that counts statements empties it first
   */
  readonly queries: string[]
  readonly baseUrl: string
  readonly site: Site
  /** an API client of alice's */
  readonly client: { readonly id: string; readonly secret: string }
  readonly clock: TestClock
  /** Creates a user without entries. Tests that share an app stand alone if each has a user of its own. */
  newUser(): Promise<TestUser>
  /** @returns a new app password of the user; by default with all scopes */
  newKey(user: TestUser, scopes?: readonly AppScope[]): Promise<string>
  /** @returns an access token of the user; the same one until the test advances the clock */
  token(user: TestUser): Promise<string>
  /** Sends a request as the user, or without authentication if the user is undefined. */
  ask(user: TestUser | undefined, request: InjectOptions): Promise<LightMyRequestResponse>
  /** Saves an address and returns the entry. With a title and content in `fields`, no page is fetched. */
  save(user: TestUser, url: string, fields?: Readonly<Record<string, unknown>>): Promise<WireEntry>
}

interface TestClock extends Clock {
  /** Advances the clock of requests. Jobs keep the real time. */
  advance(seconds: number): void
}

export interface TestAppOptions {
  /** settings in addition to the default ones of tests */
  readonly environment?: Readonly<Record<string, string>>
  readonly logger?: FastifyBaseLogger
  /** returns services that replace the real ones for requests */
  readonly replace?: (services: Services) => Partial<Services>
  /** true to start without accounts, as after the first start of a server */
  readonly isFresh?: boolean
  /** public address of the service */
  readonly baseUrl?: string
  readonly bodyDeadlines?: BodyDeadlines
}

const BASE_URL = 'http://dogear.test'
/** Default lifetime of an access token in tests, in milliseconds. */
const TOKEN_MS = 3_600_000

/**
 * Builds the whole service with a real database, fetcher, extractor and job runner. It is stopped when the test ends.
 */
export async function testApp(t: Cleaner, dialect: Dialect, options: TestAppOptions = {}): Promise<TestApp> {
  const cleanUp = cleanerOf(t)
  const services = await testServices(cleanUp, dialect, options)
  const site = await startSite(cleanUp)
  const queries: string[] = []
  const database = listening(services.database, (sql) => queries.push(sql))
  const clock = testClock()
  const { baseUrl = BASE_URL } = options
  const given = { ...services, database, clock, ...options.replace?.({ ...services, database }) }
  const app = await buildApp(given, { ...options, baseUrl, logger: options.logger })
  cleanUp.after(() => closeApp(app))
  await app.ready()
  await services.jobs.runner.start(services.handlers)
  const users = options.isFresh ? undefined : await prepareUsers(services)
  const ask = asker(app, clock, users?.client)
  let created = 0
  const newUser = () => createTestUser(services.database, `reader${++created}`)
  const newKey: TestApp['newKey'] = (user, scopes) =>
    createAppPassword({ database, clock }, user.id, { name: 'Test', ...(scopes && { scopes }) })
  return { app, services, database, queries, baseUrl, site, clock, newUser, newKey, ...ask, ...users! }
}

/**
 * @returns a cleaner whose steps run in reverse order when the test ends. They are then forgotten, and with them the app,
 *   because the test runner keeps the hooks of all tests until the process ends.
 */
function cleanerOf(t: Cleaner): Cleaner {
  const steps: (() => unknown)[] = []
  t.after(async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  })
  return { after: (step) => void steps.push(step) }
}

/**
 * Closes the app and its connections. A failed test may have left a connection open, and the app would wait forever for
 * its end.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}

async function testServices(t: Cleaner, dialect: Dialect, options: TestAppOptions): Promise<Services> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-app-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { settings, warnings } = loadSettings({
    DATABASE_URL: await migratedDatabaseUrl(t, dialect, options.isFresh ? 'empty' : 'users'),
    DOGEAR_DATA_DIR: folder,
    DOGEAR_FETCH_ALLOW: '127.0.0.1',
    DOGEAR_RATE_LIMITS: 'off',
    DOGEAR_EXTRACTION_WORKERS: '1',
    ...options.environment,
  })
  assert.deepEqual(warnings, [])
  const services = await openServices(settings, SILENT_LOG, sharedHeavyWork(settings))
  t.after(() => services.close(0))
  return services
}

const heavyWork = new Map<string, HeavyWork>()

/**
 * @returns the memory budget and the extraction threads. All apps with the same limits share them until all tests have
 * ended.
 */
function sharedHeavyWork(settings: Settings): HeavyWork {
  const { DOGEAR_WORK_MEMORY_MB, DOGEAR_EXTRACTION_WORKERS, DOGEAR_EXTRACTION_MEMORY_MB } = settings
  const limits = [DOGEAR_WORK_MEMORY_MB, DOGEAR_EXTRACTION_WORKERS, DOGEAR_EXTRACTION_MEMORY_MB].join()
  const known = heavyWork.get(limits)
  if (known) return known
  const memory = new MemoryBudget({ bytes: DOGEAR_WORK_MEMORY_MB * 1024 * 1024 })
  const opened = { memory, extraction: openExtraction(settings, memory) }
  heavyWork.set(limits, opened)
  return opened
}

after(() => Promise.all([...heavyWork.values()].map(({ extraction }) => extraction.stop())))

function testClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (seconds) => {
      aheadMs += seconds * 1000
    },
  }
}

/** @returns the same database, but `onQuery` is called before every statement */
function listening(database: Database, onQuery: (sql: string) => void): Database {
  const watched = <T extends Kysely<Schema>>(db: T): T =>
    db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        onQuery(db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    }) as T
  return {
    ...database,
    read: (work) => database.read((db) => work(watched(db))),
    transaction: (work) => database.transaction((tx) => work(watched<Tx>(tx))),
    prepare: <Row>(sql: string) => {
      const statement = database.prepare<Row>(sql)
      return {
        all: (...parameters) => {
          onQuery(sql)
          return statement.all(...parameters)
        },
      }
    },
  }
}

/** @returns the accounts of the database, and a new API client of alice's */
async function prepareUsers(services: Services): Promise<TestUsers & Pick<TestApp, 'client'>> {
  const users = testUsers()
  const { client, secret } = await createClient(services, { ownerId: users.alice.id, name: 'Test', redirectUri: '' })
  return { ...users, client: { id: client.publicId, secret } }
}

function asker(app: FastifyInstance, clock: Clock, client: TestApp['client'] | undefined) {
  const tokens = new Map<string, { readonly token: Promise<string>; readonly until: number }>()
  const grant = async ({ username, password }: TestUser): Promise<string> => {
    const credentials = { client_id: client?.id, client_secret: client?.secret, username, password }
    const payload = { grant_type: 'password', ...credentials }
    const answer = await app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json<{ access_token: string }>().access_token
  }
  const token: TestApp['token'] = (user) => {
    const known = tokens.get(user.username)
    const now = clock.now().getTime()
    if (known && known.until > now) return known.token
    const made = { token: grant(user), until: now + TOKEN_MS }
    tokens.set(user.username, made)
    return made.token
  }
  const ask: TestApp['ask'] = async (user, request) => {
    const authorization = user && `Bearer ${await token(user)}`
    return app.inject({ ...request, headers: { ...(authorization && { authorization }), ...request.headers } })
  }
  const save: TestApp['save'] = async (user, url, fields = {}) => {
    const answer = await ask(user, { method: 'POST', url: '/api/entries', payload: { url, ...fields } })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json<WireEntry>()
  }
  return { token, ask, save }
}
