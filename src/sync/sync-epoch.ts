import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'

const EPOCH_NAME = 'sync_epoch'

/**
 * @returns a function that returns the epoch, a random text that identifies the history of the database. The epoch is
 * created at the first call. A restored backup gets a new one (src/backup/rows/row-target.ts), because its revisions are
 * counted anew.
 */
export function epochReader(database: Database): () => Promise<string> {
  const find = database.prepare<{ value: string }>(`select value from instance where name = '${EPOCH_NAME}'`)
  let known: string | undefined
  return async () => {
    known ??= (await find.all())[0]?.value
    if (known !== undefined) return known
    const made = randomBytes(6).toString('hex')
    await database.transaction((tx) =>
      rawSql(tx, `insert into instance (name, value) values ('${EPOCH_NAME}', '${made}') on conflict do nothing`, []),
    )
    return (known = (await find.all())[0]?.value ?? made)
  }
}
