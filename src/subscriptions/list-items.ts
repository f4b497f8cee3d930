import type { EntryFilter, EntrySort } from '../entries/listing/entry-filter.ts'
import {
  readListPage,
  type EntryPage,
  type ListEntries,
  type ListOwner,
  type ReadRows,
} from '../entries/listing/list-entries.ts'
import { listEntryIds, type ReadLists } from '../entries/listing/list-entry-ids.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { performOnList, type PerformDeps } from '../entries/undoable-actions/perform-action.ts'
import { selectionConditions, type Selection, type SelectionDeps } from './selection.ts'

export interface ListItemsDeps extends SelectionDeps {
  readonly listEntries: ListEntries
  readonly listByQuery: ListEntries
  readonly readComposed: ReadRows
}

export interface ItemPage {
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset?: number
  /** by default by id */
  readonly sort?: EntrySort
}

/** Longer pages are not cached, because they would take too much memory. */
const MAX_CACHED_PAGE = 100

/**
 * Lists a page of the selected entries. In the order of ids, pages that are requested one after the other with `before` or `after`
 * contain each entry once, even if entries are archived in between.
 * @throws AppError `not_found` if the user has no such subscription
 */
export async function listItems(
  deps: ListItemsDeps,
  user: ListOwner,
  selection: Selection,
  { order, limit, offset = 0, sort = 'created' }: ItemPage,
): Promise<EntryPage> {
  const conditions = await selectionConditions(deps, user, selection)
  const filter: EntryFilter = { ...conditions, sort, order, page: 1, perPage: limit, offset }
  if (limit > MAX_CACHED_PAGE) return readListPage(deps.readComposed, user.id, filter)
  return (filter.query ? deps.listByQuery : deps.listEntries)(user, filter)
}

/** Archives the selected entries. The action is in the history, where the user can undo it. */
export async function archiveItems(
  deps: ListItemsDeps & PerformDeps,
  user: ListOwner,
  selection: Selection,
  requestId: string,
): Promise<void> {
  const conditions = await selectionConditions(deps, user, { ...selection, isArchived: false })
  const filter: EntryFilter = { ...conditions, sort: 'created', order: 'asc', page: 1, perPage: 1 }
  await performOnList(deps, user.id, { filter, action: { kind: 'archive' }, requestId })
}

/** Number of ids that are read together. */
const ID_BATCH = 5000

/** @returns the ids of all selected entries, in ascending order */
export async function allItemIds(
  deps: SelectionDeps & ReadLists,
  user: ListOwner,
  selection: Selection,
): Promise<EntryId[]> {
  const conditions = await selectionConditions(deps, user, selection)
  const filter: EntryFilter = { ...conditions, sort: 'created', order: 'asc', page: 1, perPage: ID_BATCH }
  const ids: EntryId[] = []
  for (;;) {
    const span = { after: ids.at(-1) ?? 0, upTo: Number.MAX_SAFE_INTEGER, limit: ID_BATCH }
    const batch = await listEntryIds(deps, user.id, filter, span)
    for (const id of batch) ids.push(id)
    if (batch.length < ID_BATCH) return ids
  }
}
