import type { Database } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'

const TABLES = ['entry', 'entry_address', 'entry_tag', 'tag']

const UNKNOWN = `
select relname from pg_class
where oid = any (array(select to_regclass(name) from unnest($1::text[]) name)) and reltuples <= 0`

/**
 * Lets PostgreSQL count the tables that an import fills, where it never has. Knowing nothing, it checks each new row by
 * an index that all rows of one user share, and the import of a first library takes ten times as long. Its own
 * housekeeping counts them too, but a minute later.
 */
export async function analyseNewTables(database: Database): Promise<void> {
  if (database.dialect !== 'postgres') return
  await database.transaction(async (tx) => {
    const unknown = await rawSql<{ relname: string }>(tx, UNKNOWN, [TABLES])
    if (unknown.length > 0) await rawSql(tx, `analyze ${TABLES.join(', ')}`, [])
  })
}
