import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { UserActionTable } from '../../db/tables/action-tables.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { MAX_UNDOABLE_ACTIONS } from './undo-limits.ts'

/** Kinds of actions that can be undone: changes to entries, collections, rules and annotations. */
export const ACTION_KINDS = [
  'archive',
  'unarchive',
  'star',
  'unstar',
  'tag',
  'untag',
  'rename',
  'delete',
  'collect',
  'uncollect',
  'create-collection',
  'edit-collection',
  'move-collection',
  'move-entry',
  'delete-collection',
  'delete-rule',
  'edit-entry',
  'entry-note',
  'highlight',
  'unhighlight',
  'note',
  'passage',
  'review',
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** Kinds of actions that change a collection itself or the order of its entries. */
export const COLLECTION_ACTION_KINDS: ReadonlySet<ActionKind> = new Set<ActionKind>([
  'create-collection',
  'edit-collection',
  'move-collection',
  'move-entry',
  'delete-collection',
])

/** An action in the history. Times are ISO text in UTC. */
export interface UserAction {
  readonly id: number
  readonly kind: ActionKind
  /** number of entries that the action changed */
  readonly entries: number
  readonly detail: Readonly<Record<string, unknown>>
  /** title of the entry, if the action was applied to a single entry */
  readonly title?: string
  readonly createdAt: string
  readonly isUndone: boolean
  /** true if the job that performs the action has ended, or must stop because the action was undone */
  readonly isStopped: boolean
}

export interface NewAction {
  readonly kind: ActionKind
  readonly detail: Readonly<Record<string, unknown>>
  readonly title?: string
  readonly entries?: number
  /** ISO time */
  readonly now: string
}

/** Adds an action to the history, and removes the oldest one if the history is full. @returns the id of the action */
export async function insertAction(tx: Tx, owner: UserId, action: NewAction): Promise<number> {
  const { id } = await tx
    .insertInto('user_action')
    .values({
      user_id: owner,
      kind: action.kind,
      detail: JSON.stringify(action.detail),
      title: action.title ?? null,
      entries: action.entries ?? 0,
      created_at: action.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [oldest] = await tx
    .selectFrom('user_action')
    .select('id')
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .offset(MAX_UNDOABLE_ACTIONS)
    .limit(1)
    .execute()
  if (oldest) await tx.deleteFrom('user_action').where('user_id', '=', owner).where('id', '<=', oldest.id).execute()
  return Number(id)
}

/**
 * Increases the number of entries that an action has changed.
 * @param more number of entries to add
 * @returns false if the action must stop, because the user has undone it
 */
export async function countChanged(tx: Tx, owner: UserId, id: number, more: number): Promise<boolean> {
  const row = await tx
    .updateTable('user_action')
    .set((set) => ({ entries: set('entries', '+', more) }))
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('is_stopped')
    .executeTakeFirst()
  return row !== undefined && Number(row.is_stopped) === 0
}

export async function removeAction(tx: Tx, owner: UserId, id: number): Promise<void> {
  await tx.deleteFrom('user_action').where('user_id', '=', owner).where('id', '=', id).execute()
}

/**
 * Marks an action as stopped. A job that is still performing it then ends, and does the same at its end.
 * @param undoneAt ISO time when all changes had been reverted; absent while they are being reverted
 */
export async function markAction(
  tx: Tx,
  owner: UserId,
  id: number,
  { undoneAt }: { readonly undoneAt?: string },
): Promise<void> {
  await tx
    .updateTable('user_action')
    .set({ is_stopped: 1, ...(undoneAt !== undefined && { undone_at: undoneAt }) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

/** Marks a deletion as undone if none of its entries is left in the trash. */
export async function markRestored(tx: Tx, owner: UserId, batch: string, undoneAt: string): Promise<void> {
  const remaining = await tx
    .selectFrom('trashed_entry')
    .select('entry_id')
    .where('user_id', '=', owner)
    .where('batch', '=', batch)
    .limit(1)
    .executeTakeFirst()
  if (remaining) return
  await tx
    .updateTable('user_action')
    .set({ is_stopped: 1, undone_at: undoneAt })
    .where('user_id', '=', owner)
    .where('kind', '=', 'delete')
    .where('detail', '=', JSON.stringify({ batch }))
    .execute()
}

/**
 * Removes deletions from the history if none of their entries is left in the trash.
 * @param batches ids of deletions
 */
export async function removeEmptyDeletions(tx: Tx, owner: UserId, batches: ReadonlySet<string>): Promise<void> {
  if (batches.size === 0) return
  const deletions = await tx
    .selectFrom('user_action')
    .select(['id', 'detail'])
    .where('user_id', '=', owner)
    .where('kind', '=', 'delete')
    .execute()
  for (const { id, detail } of deletions) {
    const { batch } = JSON.parse(detail) as { readonly batch: string }
    if (!batches.has(batch)) continue
    const remaining = await tx
      .selectFrom('trashed_entry')
      .select('entry_id')
      .where('user_id', '=', owner)
      .where('batch', '=', batch)
      .limit(1)
      .executeTakeFirst()
    if (!remaining) await removeAction(tx, owner, Number(id))
  }
}

/** @returns the user's actions since a time, newest first, at most `MAX_UNDOABLE_ACTIONS` */
export async function listActions(db: Db, owner: UserId, since: string): Promise<UserAction[]> {
  const rows = await db
    .selectFrom('user_action')
    .selectAll()
    .where('user_id', '=', owner)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(MAX_UNDOABLE_ACTIONS)
    .execute()
  return rows.map(toAction)
}

/** @returns the user's newest action; undefined if there is none */
export async function findNewestAction(db: Db, owner: UserId): Promise<UserAction | undefined> {
  const query = db.selectFrom('user_action').selectAll().where('user_id', '=', owner)
  const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && toAction(row)
}

export async function findAction(db: Db, owner: UserId, id: number): Promise<UserAction | undefined> {
  const query = db.selectFrom('user_action').selectAll().where('user_id', '=', owner).where('id', '=', id)
  const row = await query.executeTakeFirst()
  return row && toAction(row)
}

/** Deletes all users' actions that are older than a time. */
export async function emptyHistory(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('user_action').where('created_at', '<', before).execute()
}

function toAction(row: Selectable<UserActionTable>): UserAction {
  return {
    id: Number(row.id),
    kind: row.kind as ActionKind,
    entries: Number(row.entries),
    detail: JSON.parse(row.detail) as Readonly<Record<string, unknown>>,
    ...(row.title !== null && { title: row.title }),
    createdAt: row.created_at,
    isUndone: row.undone_at !== null,
    isStopped: Number(row.is_stopped) !== 0,
  }
}
