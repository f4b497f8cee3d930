import { copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { administrate, databaseOnServer, DIALECTS, postgresTemplate, sqliteTemplate } from './database.ts'
import { startPostgres, type RunningPostgres } from './postgres.ts'
import { makeTestFolder } from './test-folder.ts'
import { createTestUsers } from './test-users.ts'

let server: RunningPostgres | undefined
let folder: string | undefined

/**
 * Creates the folder for all files of a test run, starts its only PostgreSQL server, and migrates the databases that
 * the tests copy. Each group of test files runs in its own process; the processes share a compile cache, which saves a
 * quarter of the time of a run.
 */
export async function globalSetup(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url))
  folder = makeTestFolder()
  process.env['TEST_LASTING_FOLDER'] ??= tmpdir()
  process.env['TMPDIR'] = folder
  process.env['TEST_TEMPLATES'] = folder
  await prepareSqlite()
  if (DIALECTS.includes('postgres')) await preparePostgres()
}

async function prepareSqlite(): Promise<void> {
  const [empty, users] = [sqliteTemplate('empty'), sqliteTemplate('users')]
  await prepareDatabase(parseDatabaseUrl(`sqlite:${empty}`))
  await copyFile(empty, users)
  await createTestUsers(`sqlite:${users}`)
}

async function preparePostgres(): Promise<void> {
  const given = process.env['TEST_POSTGRES_URL']
  server = given ? undefined : await startPostgres()
  const url = given ?? server!.url
  const [empty, users] = [postgresTemplate('empty'), postgresTemplate('users')]
  for (const name of [empty, users]) await administrate(url, `drop database if exists ${name} with (force)`)
  await administrate(url, `create database ${empty}`)
  await prepareDatabase(parseDatabaseUrl(databaseOnServer(url, empty)))
  await administrate(url, `create database ${users} template ${empty}`)
  await createTestUsers(databaseOnServer(url, users))
  process.env['TEST_POSTGRES_URL'] = url
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
}
