import type { Dialect } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/** A transaction, with the SQL dialect of its database. */
export interface ActionTx {
  readonly tx: OwnerTx
  readonly dialect: Dialect
}

/** The action that causes a change, with the time that each changed field stores. */
export interface ChangeContext extends ActionTx {
  readonly owner: UserId
  readonly actionId: number
  /** ISO time */
  readonly now: string
  /** ISO time of the user's action; defaults to `now`. Of two concurrent changes, the one with the later time wins. */
  readonly at?: string
}

/**
 * Runs one statement for many entries.
 * @param text SQL with `$1`, `$2`, … as placeholders for the parameters, and `in IDS` as the condition for the entries
 */
export function runForIds<Row>(
  { tx, dialect }: ActionTx,
  text: string,
  parameters: readonly (string | number | null)[],
  ids: readonly EntryId[],
): Promise<readonly Row[]> {
  const place = `$${parameters.length + 1}`
  const isSqlite = dialect === 'sqlite'
  const list = isSqlite ? `in (select value from json_each(${place}))` : `= any(${place}::bigint[])`
  const value = isSqlite ? `[${ids.join()}]` : `{${ids.join()}}`
  return run({ tx, dialect }, text.replaceAll('in IDS', list), [...parameters, value])
}

/** Runs one statement. @param text SQL with `$1`, `$2`, … as placeholders for the parameters */
export function run<Row>(
  { tx, dialect }: ActionTx,
  text: string,
  parameters: readonly (string | number | null)[],
): Promise<readonly Row[]> {
  return rawSql<Row>(tx, dialect === 'sqlite' ? text.replaceAll('$', '?') : text, parameters)
}
