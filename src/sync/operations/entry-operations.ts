import { authorsOf } from '../../entries/authors-of.ts'
import { isDeepStrictEqual } from 'node:util'
import { changeEntry } from '../../entries/changing/change-entry.ts'
import { findFieldTimes, setFieldTimes } from '../../entries/changing/field-times.ts'
import { writeProgress } from '../../entries/changing/store-reading-position.ts'
import { addressHashes } from '../../entries/saving/address-hashes.ts'
import { lookupAddresses } from '../../entries/saving/entry-address.ts'
import { refetchIfFailed, insertNewEntry } from '../../entries/saving/save-entry.ts'
import { joinNotes } from '../../entries/join-notes.ts'
import { addSpellings, findEntry, findEntryByHashes } from '../../entries/entry.repository.ts'
import type { Entry } from '../../entries/entry.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { restoreBatch } from '../../entries/trash/restore-entries.ts'
import { findTrashBatch } from '../../entries/trash/trash.repository.ts'
import { markRestored } from '../../entries/undoable-actions/action.repository.ts'
import { performInTransaction } from '../../entries/undoable-actions/perform-action.ts'
import { insertNoteAction } from '../../entries/undoable-actions/set-entry-note.ts'
import { findTagTimes, setAddedAt, setRemovedAt } from '../../tags/tag-times.repository.ts'
import { appliedTo, findTarget, isLatest, rejected, type OperationContext } from './operation-context.ts'
import { findByTemporaryId, insertTemporaryId } from './operation-outcome.repository.ts'
import type { ChangeEntry, CreateEntry, DeleteEntry, EntrySet, Outcome, SetProgress } from './operation.ts'

/** Saves an address. If the owner has already saved it, the existing entry is changed instead. */
export async function createEntry(context: OperationContext, operation: CreateEntry): Promise<Outcome> {
  const { tx, owner, now, at, requestId } = context
  const { temporary, address, set, tags } = operation
  const known = await findByTemporaryId(tx, owner, { temporary, kind: 'entry' })
  if (known !== undefined) return { result: 'merged', id: known }
  const existing = await findEntryByHashes(tx, owner, addressHashes(...lookupAddresses(address)))
  const fields = fieldsOf(set, tags)
  const input = { owner, address, fields, requestId, at }
  const id = existing?.id ?? (await insertNewEntry(context, tx, input))
  await insertTemporaryId(tx, owner, { temporary, kind: 'entry', id, now })
  if (!existing) return { result: 'applied', id }
  const { note, ...others } = set
  const lost = await applyChange(context, existing, { set: others, addTags: tags, removeTags: [] })
  if (note !== undefined && !(await addNote(context, existing.id, note))) lost.push('note')
  await addSpellings(tx, existing, [address.url, address.sent])
  await refetchIfFailed(context, tx, existing, input)
  return { result: 'merged', id, ...(lost.length > 0 && { lost }) }
}

/**
 * Adds a note to that of an entry, whichever of the two is later, because neither may be lost.
 * @returns false if both together are longer than a note may be
 */
async function addNote({ tx, owner, at, now }: OperationContext, id: EntryId, note: string): Promise<boolean> {
  const entry = await findEntry(tx, owner, id)
  if (!entry) return false
  const joined = joinNotes(entry.note, note)
  if (joined === undefined) return false
  const latest = entry.noteSetAt !== null && entry.noteSetAt > at ? entry.noteSetAt : at
  const change = { fields: { note: joined }, cleaned: undefined, tags: 'add', now: new Date(now), at: latest } as const
  await changeEntry(tx, entry, change)
  return true
}

function fieldsOf({ archived, starred, title, note }: EntrySet, tags: readonly string[]) {
  return {
    ...(title !== undefined && { title }),
    ...(note !== undefined && { note }),
    ...(archived !== undefined && { isArchived: archived }),
    ...(starred !== undefined && { isStarred: starred }),
    ...(tags.length > 0 && { tags }),
  }
}

/** Changes fields and tags of an entry. For each of them, the latest user action wins. */
export async function changeEntryFields(context: OperationContext, operation: ChangeEntry): Promise<Outcome> {
  const target = await findTarget(context, operation.entry)
  if (target.reason) return rejected(target.reason, target.id)
  return appliedTo(target.entry.id, await applyChange(context, target.entry, operation))
}

/** Moves an entry to the trash. Deleting it again is not an error. */
export async function deleteEntryByOperation(context: OperationContext, operation: DeleteEntry): Promise<Outcome> {
  const target = await findTarget(context, operation.entry)
  if (target.reason === 'unknown-entry') return rejected(target.reason)
  if (target.reason) return { result: 'applied', ...(target.id !== undefined && { id: target.id }) }
  await performInTransaction(context, [target.entry.id], { kind: 'delete' })
  return appliedTo(target.entry.id)
}

/** Restores an entry from the trash. If its address was saved again in the meantime, the two entries are merged. */
export async function restoreEntry(context: OperationContext, operation: DeleteEntry): Promise<Outcome> {
  const { tx, owner, requestId } = context
  const target = await findTarget(context, operation.entry)
  if (!target.reason) return appliedTo(target.entry.id)
  if (target.id === undefined) return rejected(target.reason)
  const batch = await findTrashBatch(tx, owner, target.id)
  if (batch === undefined) return rejected('expired', target.id)
  const { ids } = await restoreBatch(context, tx, owner, { batch, ids: [target.id], requestId })
  await markRestored(tx, owner, batch, context.now)
  const id = ids[0] ?? target.id
  return id === target.id ? appliedTo(id) : { result: 'merged', id }
}

/**
 * Stores the reading position, unless the stored position is further on. A jump back by more than a tenth of the text
 * is stored too (`chooseReadingPosition`).
 */
export async function setProgress(context: OperationContext, operation: SetProgress): Promise<Outcome> {
  const target = await findTarget(context, operation.entry)
  if (target.reason) return rejected(target.reason, target.id)
  const { id } = target.entry
  const { block, share, at } = operation
  const isStored = await writeProgress(context.tx, { owner: context.owner, id }, { block, share, at }, 'furthest')
  return { result: isStored ? 'applied' : 'merged', id }
}

type Change = Pick<ChangeEntry, 'set' | 'addTags' | 'removeTags'>

/** @returns the names of the fields and tags that were not changed, because a later action has set them */
async function applyChange(context: OperationContext, entry: Entry, change: Change): Promise<string[]> {
  return [
    ...(await setFlags(context, entry, change.set)),
    ...(await setTexts(context, entry, change.set)),
    ...(await addTags(context, entry, change.addTags)),
    ...(await removeTags(context, entry, change.removeTags)),
  ]
}

/** Fields with two states. `on` and `off` are the names of the actions that set them. */
const FLAG_FIELDS = [
  { name: 'archived', is: 'isArchived', setAt: 'archived_set_at', on: 'archive', off: 'unarchive' },
  { name: 'starred', is: 'isStarred', setAt: 'starred_set_at', on: 'star', off: 'unstar' },
] as const

async function setFlags(context: OperationContext, entry: Entry, set: EntrySet): Promise<string[]> {
  const { tx, owner, at } = context
  const lost: string[] = []
  for (const { name, is, setAt, on, off } of FLAG_FIELDS) {
    const value = set[name]
    if (value === undefined) continue
    const times = await findFieldTimes(tx, owner, entry.id)
    const isSame = entry[is] === value
    if (!isLatest(at, times?.[setAt] ?? null)) lost.push(...(isSame ? [] : [name]))
    else if (isSame) await setFieldTimes(tx, owner, entry.id, { [setAt]: at })
    else await performInTransaction(context, [entry.id], { kind: value ? on : off })
  }
  return lost
}

/** Fields with texts. `name` is the name in requests. */
const TEXT_FIELDS = [
  { name: 'title', member: 'title', setAt: 'title_set_at', textOf: ({ title }: Entry) => title ?? '' },
  { name: 'note', member: 'note', setAt: 'note_set_at', textOf: ({ note }: Entry) => note ?? '' },
  { name: 'authors', member: 'authors', setAt: 'authors_set_at', textOf: authorsOf },
  {
    name: 'published_at',
    member: 'publishedAt',
    setAt: 'published_set_at',
    textOf: ({ publishedAt }: Entry) => publishedAt,
  },
] as const

/** @returns the names of the fields that were not set, because a later action has set them to another text */
async function setTexts(context: OperationContext, entry: Entry, set: EntrySet): Promise<string[]> {
  const given = TEXT_FIELDS.filter(({ member }) => set[member] !== undefined)
  if (given.length === 0) return []
  const { tx, owner, at, now } = context
  const times = await findFieldTimes(tx, owner, entry.id)
  const latest = given.filter(({ setAt }) => isLatest(at, times?.[setAt] ?? null))
  if (latest.length > 0) {
    // Sets all fields at once, because `changeEntry` adds the names of the given fields to those of `entry`.
    const fields: EntrySet = Object.fromEntries(latest.map(({ member }) => [member, set[member]]))
    await changeEntry(tx, entry, { fields, cleaned: undefined, tags: 'add', now: new Date(now), at })
    await setFieldTimes(tx, owner, entry.id, Object.fromEntries(latest.map(({ setAt }) => [setAt, at])))
    const { note = entry.note ?? '' } = fields
    if (note !== (entry.note ?? '')) await insertNoteAction(tx, entry, { after: note, now })
  }
  const lost = given.filter(
    (field) => !latest.includes(field) && !isDeepStrictEqual(field.textOf(entry), set[field.member]),
  )
  return lost.map(({ name }) => name)
}

/**
 * Adds tags, except those that a later action has removed.
 * @returns the tags that were not added
 */
async function addTags(context: OperationContext, { id }: Entry, labels: readonly string[]): Promise<string[]> {
  const { tx, owner, at } = context
  const timeOf = await findTagTimes(tx, owner, id, labels)
  const missing = labels.filter((label) => !timeOf(label).isPresent)
  const added = missing.filter((label) => isLatest(at, timeOf(label).changedAt))
  if (added.length > 0) await performInTransaction(context, [id], { kind: 'tag', labels: added })
  for (const label of labels) {
    const { isPresent, changedAt } = timeOf(label)
    if (isPresent && isLatest(at, changedAt)) await setAddedAt(tx, owner, id, { label, at })
  }
  return missing.filter((label) => !added.includes(label)).map((label) => `tag:${label}`)
}

/**
 * Removes tags, except those that a later action has added.
 * @returns the tags that were not removed
 */
async function removeTags(context: OperationContext, { id }: Entry, labels: readonly string[]): Promise<string[]> {
  const { tx, owner, at } = context
  const timeOf = await findTagTimes(tx, owner, id, labels)
  const present = labels.filter((label) => timeOf(label).isPresent)
  const removed = present.filter((label) => isLatest(at, timeOf(label).changedAt))
  if (removed.length > 0) await performInTransaction(context, [id], { kind: 'untag', labels: removed })
  for (const label of labels) {
    const { isPresent, changedAt } = timeOf(label)
    if (!isPresent && isLatest(at, changedAt)) await setRemovedAt(tx, owner, id, { label, at })
  }
  return present.filter((label) => !removed.includes(label)).map((label) => `tag:${label}`)
}
