import type { SqlValue } from '../../db/database.ts'
import type { PostgresDatabase } from '../../db/postgres/postgres.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { countWaiting, findUsersBehind, type Ask } from '../changed-entries.ts'
import { loadSnippetTexts } from '../load-snippet-texts.ts'
import type { SearchIndex, Snippet } from '../search-index.ts'
import { openSearchPool } from '../search-pool.ts'
import { convertOldRows } from './convert-old-rows.ts'
import { findPostgres } from './postgres-find.ts'
import { listPostgres } from './postgres-list.ts'
import { indexChangesPostgres, resetIndexPostgres } from './index-changes.ts'

/**
 * @returns the search index that uses PostgreSQL's full-text search. Worker threads split entries into lexemes, and the
 *   database server does the rest.
 */
export function postgresSearch(database: PostgresDatabase): SearchIndex {
  const pool = openSearchPool()
  const statements = new StatementCache(database)
  const ask: Ask = <Row>(sql: string, parameters: readonly SqlValue[]) => statements.all<Row>(sql, parameters)
  const askComposed: Ask = (sql, parameters) => database.readComposed(sql, parameters)
  const parts = { database, pool, ask, inIds: statements.inNumbers('$2') }
  return {
    catchUp: (owner, limitMs) => indexChangesPostgres(parts, owner, limitMs),
    countWaiting: (owner, most) => countWaiting(ask, owner, most),
    findBehind: async () => (await findUsersBehind(ask)) as UserId[],
    convert: (limitMs) => convertOldRows(database, limitMs),
    find: (owner, query, page) => findPostgres({ ask, askComposed }, owner, query, page),
    list: (owner, filter, total) => listPostgres({ ask, askComposed }, owner, filter, total),
    read: askComposed,
    snippets: async (owner, query, ids) => {
      const contents = await loadSnippetTexts(database, owner, ids)
      return new Map((await pool.run({ kind: 'snippets', query, contents })) as [EntryId, Snippet][])
    },
    forget: (owner) => resetIndexPostgres(database, owner),
    close: () => pool.close(),
  }
}
