import type { EntryId } from '../../../src/kernel/branded-ids.ts'
import type * as server from '../../../src/entries/undoable-actions/perform-action.ts'
import { MAX_TAGS_PER_ENTRY, tooManyTags } from '../../../src/tags/tag.ts'
import type { StoredEntry } from '../../../src/web/sync/stored-objects.ts'
import { listedEntries } from '../list-entries.ts'
import type { Library } from '../library.ts'
import { libraryOf } from '../library-database.ts'
import type { Operation } from '../operation.ts'
import { recordOperation } from '../record-operation.ts'

interface Change {
  readonly operation: Operation
  readonly inverse: Operation
}

export const performAction: typeof server.performAction = async ({ database }, _owner, ids, action) => {
  const library = libraryOf(database)
  const changes = ids.flatMap((id) => changeOf(library, id, action) ?? [])
  if (changes.length === 0) return { entries: 0 }
  const id = await recordOperation(library, { kind: action.kind, operations: changes })
  return { id, entries: changes.length }
}

export const performOnList: typeof server.performOnList = async (deps, owner, { filter, action }) => {
  const entries = await listedEntries(libraryOf(deps.database), filter)
  const ids = entries.map(({ entry }) => entry.id)
  return performAction(deps, owner, ids, action)
}

/**
 * @returns the operation of an action and its inverse; undefined if the entry does not exist or is already in the new
 * state
 */
function changeOf(library: Library, id: EntryId, action: server.EntryAction): Change | undefined {
  const stored = library.entries.get(id)
  if (!stored) return undefined
  switch (action.kind) {
    case 'delete':
      return {
        operation: { type: 'entries', action: 'delete', id },
        inverse: { type: 'entries', action: 'restore', id },
      }
    case 'archive':
    case 'unarchive':
      return stateChange(id, 'archived', { before: stored.entry.isArchived, after: action.kind === 'archive' })
    case 'star':
    case 'unstar':
      return stateChange(id, 'starred', { before: stored.entry.isStarred, after: action.kind === 'star' })
    case 'tag':
    case 'untag':
      return tagChange(stored, action.kind, action.labels)
    case 'collect':
    case 'uncollect':
      return collectionChange(library, id, action)
    case 'rename':
      return undefined
  }
}

function stateChange(
  id: number,
  field: 'archived' | 'starred',
  { before, after }: { readonly before: boolean; readonly after: boolean },
): Change | undefined {
  if (before === after) return undefined
  const setting = (value: boolean): Operation => ({ type: 'entries', action: 'change', id, set: { [field]: value } })
  return { operation: setting(after), inverse: setting(before) }
}

function tagChange({ entry, tags }: StoredEntry, kind: 'tag' | 'untag', labels: readonly string[]): Change | undefined {
  const has = (label: string) => tags.some((tag) => tag.label === label)
  const affected = labels.filter((label) => has(label) === (kind === 'untag'))
  if (affected.length === 0) return undefined
  if (kind === 'tag' && tags.length + affected.length > MAX_TAGS_PER_ENTRY) throw tooManyTags()
  const adding: Operation = { type: 'entries', action: 'change', id: entry.id, add_tags: affected }
  const removing: Operation = { type: 'entries', action: 'change', id: entry.id, remove_tags: affected }
  return kind === 'tag' ? { operation: adding, inverse: removing } : { operation: removing, inverse: adding }
}

function collectionChange(
  { collections }: Library,
  entry: number,
  { kind, collection: id }: Extract<server.EntryAction, { readonly kind: 'collect' | 'uncollect' }>,
): Change | undefined {
  const stored = collections.find(({ collection }) => collection.id === id)
  if (!stored || stored.entries.includes(entry) === (kind === 'collect')) return undefined
  const adding: Operation = { type: 'collections', action: 'change', id, add_entries: [entry] }
  const removing: Operation = { type: 'collections', action: 'change', id, remove_entries: [entry] }
  return kind === 'collect' ? { operation: adding, inverse: removing } : { operation: removing, inverse: adding }
}
