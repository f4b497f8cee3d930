import type { Dialect, SqlValue } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { CollectionId, UserId } from '../kernel/branded-ids.ts'
import { notFound } from '../kernel/errors.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import { advanceRevision } from '../users/revision.ts'
import { updateCollection } from './collection.repository.ts'

/** The context of a change to the hand-picked entries of a collection. */
export interface PickContext {
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly owner: UserId
  readonly collection: CollectionId
  /** ISO time */
  readonly now: string
  /** ISO time of the user's action; defaults to `now`. Of two concurrent changes, the one with the later time wins. */
  readonly at?: string
}

/**
 * Distance between the positions of two entries that are added one after another. Other entries can later be put
 * between them.
 */
export const POSITION_GAP = 65_536

/** Marks the collection as changed. @throws AppError `not_found` */
export async function touchCollection({ tx, owner, collection, now }: PickContext): Promise<void> {
  const revision = await advanceRevision(tx, owner)
  if (!(await updateCollection(tx, owner, collection, { updated_at: now, revision }))) throw notFound('collection')
}

/** @returns an SQL condition that is true if a value is in a list of integers; a parameter contains the list as JSON */
export function inIds(dialect: Dialect, placeholder: string): string {
  return dialect === 'sqlite'
    ? `in (select value from json_each(${placeholder}))`
    : `in (select value::bigint from json_array_elements_text(${placeholder}::json))`
}

/** Runs one statement. @param text SQL with `$1`, `$2`, … as placeholders for the values */
export function runPick<Row>(
  { tx, dialect }: PickContext,
  text: string,
  values: readonly SqlValue[],
): Promise<readonly Row[]> {
  return rawSql<Row>(tx, dialect === 'sqlite' ? text.replaceAll('$', '?') : text, values)
}
