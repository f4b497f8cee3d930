import { indexWords, type IndexedEntry } from '../../src/query/text/index-words.ts'
import { storeWords, type IndexConnection } from '../../src/search/sqlite-index.ts'

/** An entry to store, with its owner. */
export interface Item {
  readonly owner: number
  readonly createdAt: string
  readonly entry: IndexedEntry
}

const INSERT =
  'insert into entry (id, user_id, url, title, created_at, updated_at, revision) values ($1, $2, $3, $4, $5, $5, 0)'

/** Stores and indexes entries, each batch in one transaction. */
export function fillSqlite(connection: IndexConnection, batches: Iterable<readonly Item[]>): void {
  for (const items of batches) {
    connection.write(() => {
      for (const { owner, createdAt, entry } of items) {
        connection.run(INSERT, entry.id, owner, entry.url, entry.title, createdAt)
        storeWords(connection, owner, entry.id, indexWords(entry))
      }
      return true
    })
  }
  connection.all('pragma wal_checkpoint(truncate)')
}
