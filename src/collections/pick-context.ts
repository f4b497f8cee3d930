import type { Dialect, SqlValue } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { CollectionId, UserId } from '../kernel/brand.ts'
import { notFound } from '../kernel/errors.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import { advanceRevision } from '../users/revision.ts'
import { updateCollection } from './collection.repository.ts'

/** A transaction on the hand-picked entries of one collection. */
export interface PickContext {
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly owner: UserId
  readonly collection: CollectionId
  /** ISO time */
  readonly now: string
  /** ISO time of the user's action, if it was earlier; decides between concurrent changes */
  readonly at?: string
}

/** Distance of the places of two neighbours, so that an entry can be put between them. */
export const GAP = 65_536

/** Counts as a change of the collection. @throws AppError `not_found` */
export async function touchCollection({ tx, owner, collection, now }: PickContext): Promise<void> {
  const revision = await advanceRevision(tx, owner)
  if (!(await updateCollection(tx, owner, collection, { updated_at: now, revision }))) throw notFound('collection')
}

/** @returns SQL for "in this list of integers", with the list as a parameter of JSON text */
export function inIds(dialect: Dialect, placeholder: string): string {
  return dialect === 'sqlite'
    ? `in (select value from json_each(${placeholder}))`
    : `in (select value::bigint from json_array_elements_text(${placeholder}::json))`
}

/** Runs one statement with `$1`, `$2`, … as placeholders. */
export function runPick<Row>(
  { tx, dialect }: PickContext,
  text: string,
  values: readonly SqlValue[],
): Promise<readonly Row[]> {
  return rawSql<Row>(tx, dialect === 'sqlite' ? text.replaceAll('$', '?') : text, values)
}
