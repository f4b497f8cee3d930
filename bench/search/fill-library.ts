import type { Database } from '../../src/db/database.ts'
import type { DatabaseLocation } from '../../src/db/database-url.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { openIndexConnection } from '../../src/search/sqlite-index.ts'
import { fillPostgres } from './fill-postgres.ts'
import { fillSqlite, type Item } from './fill-sqlite.ts'
import { makeLibrary, type Library } from './random-texts.ts'

/** The user whose searches are measured. */
export const READER = 1 as UserId
/** Number of entries of each user other than the reader. */
const ENTRIES_PER_OTHER_USER = 200
/** Number of entries stored in one transaction. */
const BATCH_SIZE = 2000
const NOW = '2026-01-01T00:00:00.000Z'

interface LibrarySize {
  /** number of entries of the reader */
  readonly entries: number
  /** number of entries of all other users */
  readonly entriesOfOthers: number
  /** number of words of each entry */
  readonly words: number
  /** seconds between the saves of two entries */
  readonly secondsBetweenSaves: number
  /** true to store the texts of the entries too; by default, only their words are indexed */
  readonly hasContent?: boolean
}

/**
 * Stores and indexes the entries of all users, unless the database already contains entries.
 * @returns true if entries were stored
 */
export async function fillLibrary(database: Database, location: DatabaseLocation, size: LibrarySize): Promise<boolean> {
  if ((await database.prepare('select id from entry limit 1').all()).length > 0) return false
  const since = performance.now()
  await addUsers(database, 1 + Math.ceil(size.entriesOfOthers / ENTRIES_PER_OTHER_USER))
  const batches = batchesOf(makeLibrary(7), size)
  const options = { hasContent: size.hasContent ?? false }
  if (location.dialect === 'sqlite') fillSqlite(openIndexConnection(location.path), batches, options)
  else await fillPostgres(database, batches, options)
  await database.transaction((tx) =>
    rawSql(tx, `insert into search_state values (${READER}, 0, ${Number.MAX_SAFE_INTEGER})`, []),
  )
  console.log(`filled in ${((performance.now() - since) / 1000).toFixed(0)} s`)
  return true
}

/** @returns the time at which an entry was saved, as ISO text */
export function createdAt(id: number, secondsApart: number): string {
  return new Date(Date.UTC(2020, 0) + id * secondsApart * 1000).toISOString()
}

function* batchesOf(library: Library, size: LibrarySize): Generator<readonly Item[]> {
  const count = size.entries + size.entriesOfOthers
  for (let id = 1; id <= count; id += BATCH_SIZE) {
    const ids = Array.from({ length: Math.min(BATCH_SIZE, count - id + 1) }, (_, offset) => id + offset)
    yield ids.map((each) => ({
      owner: ownerOf(library, size),
      createdAt: createdAt(each, size.secondsBetweenSaves),
      entry: library.entry(each, size.words),
    }))
  }
}

function ownerOf({ random }: Library, { entries, entriesOfOthers }: LibrarySize): number {
  return random() < entries / (entries + entriesOfOthers)
    ? READER
    : READER + 1 + Math.floor((random() * entriesOfOthers) / ENTRIES_PER_OTHER_USER)
}

async function addUsers(database: Database, count: number): Promise<void> {
  await database.transaction(async (tx) => {
    for (let id = 1; id <= count; id++) {
      const times = { created_at: NOW, updated_at: NOW }
      await tx
        .insertInto('users')
        .values({ id, username: `u${id}`, username_key: `u${id}`, password_hash: '', ...times })
        .execute()
      await tx.insertInto('user_revision').values({ user_id: id, revision: 0 }).execute()
    }
  })
}
