import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { changeEntry } from '../changing/change-entry.ts'
import { findEntry } from '../entry.repository.ts'
import type { Entry } from '../entry.ts'
import { shownTitle } from '../shown-title.ts'
import { insertAction, markAction, type UserAction } from './action.repository.ts'

interface SetNoteDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Sets the note of an entry, and adds the change to the history. An empty text removes the note.
 * @returns the id of the action; undefined if the entry has this note already
 * @throws AppError `not_found`
 */
export async function setEntryNote(
  { database, clock }: SetNoteDeps,
  owner: UserId,
  id: EntryId,
  note: string,
): Promise<number | undefined> {
  return ownerTransaction(database, owner, async (tx) => {
    const entry = await findEntry(tx, owner, id)
    if (!entry) throw notFound('entry')
    if (note === (entry.note ?? '')) return undefined
    const now = clock.now()
    await changeEntry(tx, entry, { fields: { note }, cleaned: undefined, tags: 'add', now })
    return insertNoteAction(tx, entry, { after: note, now: now.toISOString() })
  })
}

/**
 * Adds a change of a note to the history.
 * @param entry the entry before the change
 * @param change the new note, empty if there is none, and the current ISO time
 */
export function insertNoteAction(
  tx: OwnerTx,
  { ownerId, id, note, ...entry }: Entry,
  { after, now }: { readonly after: string; readonly now: string },
): Promise<number> {
  const detail = { entry: id, before: note ?? '', after }
  return insertAction(tx, ownerId, { kind: 'entry-note', detail, title: shownTitle(entry), entries: 1, now })
}

/**
 * Brings back the note before a change, and marks the action as undone.
 * @returns false if the note has been changed again since, or the entry no longer exists
 */
export async function undoEntryNote(
  { database, clock }: SetNoteDeps,
  owner: UserId,
  { id: action, detail }: UserAction,
): Promise<boolean> {
  const entryId = Number(detail['entry']) as EntryId
  return ownerTransaction(database, owner, async (tx) => {
    const now = clock.now()
    await markAction(tx, owner, action, { undoneAt: now.toISOString() })
    const entry = await findEntry(tx, owner, entryId)
    if (!entry || (entry.note ?? '') !== detail['after']) return false
    await changeEntry(tx, entry, { fields: { note: String(detail['before']) }, cleaned: undefined, tags: 'add', now })
    return true
  })
}
