import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { authorsOf } from '../authors-of.ts'
import { changeEntry } from '../changing/change-entry.ts'
import type { EntryInput } from '../changing/entry-input.ts'
import type { PatchEntryDeps } from '../changing/patch-entry.ts'
import { forRequest } from '../enqueue-images.ts'
import type { Entry } from '../entry.ts'
import { findEntry, updateEntry } from '../entry.repository.ts'
import { shownTitle } from '../shown-title.ts'
import { insertAction, markAction, type UserAction } from './action.repository.ts'
import { insertNoteAction } from './set-entry-note.ts'

/** The fields that a user edits together. */
type Details = Pick<EntryInput, 'title' | 'note' | 'authors' | 'publishedAt' | 'language' | 'previewPicture'>
type Field = keyof Details

const FIELDS: readonly Field[] = ['title', 'note', 'authors', 'publishedAt', 'language', 'previewPicture']

type EditDeps = Pick<PatchEntryDeps, 'database' | 'clock' | 'enqueueImages'>

/**
 * Changes the details of an entry, and adds the change to the history as one action. Absent fields stay unchanged.
 * @returns the id of the action; undefined if there is nothing to undo
 * @throws AppError `not_found`
 */
export async function editDetails(
  deps: EditDeps,
  owner: UserId,
  id: EntryId,
  { fields, requestId }: { readonly fields: Details; readonly requestId: string },
): Promise<number | undefined> {
  const { database, clock } = deps
  return ownerTransaction(database, owner, async (tx) => {
    const entry = await findEntry(tx, owner, id)
    if (!entry) throw notFound('entry')
    const now = clock.now()
    const change = { fields, cleaned: undefined, tags: 'add', now } as const
    await changeEntry(tx, entry, change, forRequest(deps.enqueueImages, requestId))
    return insertEdit(tx, entry, { fields, now: now.toISOString() })
  })
}

async function insertEdit(
  tx: OwnerTx,
  entry: Entry,
  { fields, now }: { readonly fields: Details; readonly now: string },
): Promise<number | undefined> {
  const old = detailsOf(entry)
  const changed = FIELDS.filter((name) => fields[name] !== undefined && !isSame(fields[name], old[name]))
  // A language or a picture that the entry did not have cannot be taken away again.
  const names = changed.filter((name) => old[name] !== undefined)
  if (names.length === 0) return undefined
  if (names.length === 1 && fields.note !== undefined && names.includes('note')) {
    return insertNoteAction(tx, entry, { after: fields.note, now })
  }
  const detail = {
    entry: entry.id,
    before: pick(old, names),
    after: pick(fields, names),
    given: entry.givenFields,
  }
  const { ownerId } = entry
  return insertAction(tx, ownerId, { kind: 'edit-entry', detail, title: shownTitle(entry), entries: 1, now })
}

/**
 * Brings back the details before a change, except those that have been changed again since, and marks the action as undone.
 * @returns false if none could be brought back, or the entry no longer exists
 */
export async function undoEdit(
  deps: EditDeps,
  owner: UserId,
  { id: action, detail }: UserAction,
  requestId: string,
): Promise<boolean> {
  const { before, after, given, entry: id } = detail as unknown as StoredEdit
  return ownerTransaction(deps.database, owner, async (tx) => {
    const now = deps.clock.now()
    await markAction(tx, owner, action, { undoneAt: now.toISOString() })
    const entry = await findEntry(tx, owner, id)
    if (!entry) return false
    const current = detailsOf(entry)
    const names = FIELDS.filter((name) => name in after && isSame(after[name], current[name]))
    if (names.length === 0) return false
    const change = { fields: pick(before, names), cleaned: undefined, tags: 'add', now } as const
    await changeEntry(tx, entry, change, forRequest(deps.enqueueImages, requestId))
    // A later fetch may update a field again that only this change had set.
    const kept = entry.givenFields.filter((name) => given.includes(name) || !names.some((one) => one === name))
    await updateEntry(tx, owner, id, { given_fields: JSON.stringify(kept) })
    return true
  })
}

interface StoredEdit {
  readonly entry: EntryId
  readonly before: Details
  readonly after: Details
  readonly given: Entry['givenFields']
}

function detailsOf(entry: Entry): Details {
  const { title, note, publishedAt, language, previewPicture } = entry
  return {
    title: title ?? '',
    note: note ?? '',
    authors: authorsOf(entry),
    publishedAt,
    ...(language !== null && { language }),
    ...(previewPicture !== null && { previewPicture }),
  }
}

const pick = (details: Details, names: readonly Field[]): Details =>
  Object.fromEntries(names.map((name) => [name, details[name]]))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
