import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDatabaseUrl, type DatabaseLocation } from '../../src/db/database-url.ts'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { MIGRATIONS } from '../../src/db/migrations/all-migrations.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { addEntryDetails } from '../search/add-entry-details.ts'
import { fillLibrary } from '../search/fill-library.ts'

/** The user that `fillLibrary` creates for the entries. */
export const READER_NAME = 'u1'

const WORDS = 100
/** Seconds between two saves. 100,000 entries span about four years. */
const SECONDS_BETWEEN_SAVES = 1200

/** A source of libraries of one user with a number of entries, each in a database of its own. */
export interface StoredLibraries {
  /** @returns the address of a new database with such a library. @param folder folder for a database in a file */
  open(entries: number, folder: string): Promise<string>
}

/**
 * Keeps one filled SQLite file for each size in a folder. The files have the schema of version 1.0, so that every later
 * checkout can migrate a copy of them.
 */
export function sqliteLibraries(cacheFolder: string): StoredLibraries {
  return {
    open: async (entries, folder) => {
      const stored = join(cacheFolder, `growth-${entries}.db`)
      if (!existsSync(stored)) await fillFile(stored, entries)
      const path = join(folder, 'dogear.db')
      await copyFile(stored, path)
      return `sqlite:${path}`
    },
  }
}

async function fillFile(path: string, entries: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-growth-'))
  const part = join(folder, 'dogear.db')
  await fill(parseDatabaseUrl(`sqlite:${part}`), entries)
  await mkdir(join(path, '..'), { recursive: true })
  await copyFile(part, `${path}.part`)
  await rename(`${path}.part`, path)
  await rm(folder, { recursive: true })
}

/**
 * Fills one database for each size on a PostgreSQL server, and copies it for each checkout.
 * @param serverUrl address of a database of the server
 */
export function postgresLibraries(serverUrl: string): StoredLibraries {
  let copies = 0
  return {
    open: async (entries) => {
      const stored = `growth_${entries}`
      if (!(await hasDatabase(serverUrl, stored))) {
        await command(serverUrl, `create database ${stored}`)
        await fill(parseDatabaseUrl(withName(serverUrl, stored)), entries)
      }
      const copy = `${stored}_${++copies}`
      await command(serverUrl, `create database ${copy} template ${stored}`)
      return withName(serverUrl, copy)
    },
  }
}

function withName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  return (await command(serverUrl, `select 1 from pg_database where datname = '${name}'`)).length > 0
}

async function command(serverUrl: string, sql: string): Promise<readonly unknown[]> {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function fill(location: DatabaseLocation, entries: number): Promise<void> {
  await migrateDatabase(location, { migrations: MIGRATIONS.slice(0, 1) })
  const database = await openDatabase({ location, poolSize: 2 })
  try {
    const size = { entries, entriesOfOthers: 0, words: WORDS, secondsBetweenSaves: SECONDS_BETWEEN_SAVES }
    await fillLibrary(database, location, { ...size, hasContent: true })
    await addEntryDetails(database, entries)
  } finally {
    await database.close()
  }
}
