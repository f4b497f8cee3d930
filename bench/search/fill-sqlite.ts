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

const INSERT_CONTENT =
  'insert into entry_content (user_id, entry_id, content, extractor_version) values ($1, $2, $3, 1)'

/** Whether to store the texts of the entries, or only their words in the index. */
export interface FillOptions {
  readonly hasContent: boolean
}

/** @returns a text as the service stores it: as a JSON string in UTF-8 */
export const storedContent = ({ content }: IndexedEntry): Buffer => Buffer.from(JSON.stringify(content))

/** Stores and indexes entries, each batch in one transaction. */
export function fillSqlite(
  connection: IndexConnection,
  batches: Iterable<readonly Item[]>,
  { hasContent }: FillOptions,
): void {
  for (const items of batches) {
    connection.write(() => {
      for (const { owner, createdAt, entry } of items) {
        connection.run(INSERT, entry.id, owner, entry.url, entry.title, createdAt)
        if (hasContent) connection.run(INSERT_CONTENT, owner, entry.id, storedContent(entry))
        storeWords(connection, owner, entry.id, indexWords(entry))
      }
      return true
    })
  }
  connection.all('pragma wal_checkpoint(truncate)')
}
