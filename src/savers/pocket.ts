import { loadEntry, loadInOrder } from '../entries/listing/load-entry.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { ListEntries } from '../entries/listing/list-entries.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import type { PerformDeps } from '../entries/undoable-actions/perform-action.ts'
import type { InterfaceRequest } from '../keys/deferred-interface.ts'
import { findUserOfKey, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { presentPocketItem } from '../pocket/pocket-item.ts'
import { MAX_ACTIONS, parsePocketActions, performPocketActions } from '../pocket/pocket-actions.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { savePage, type FieldNames, type SavePageDeps } from './save-page.ts'
import { sentFields, textIn, type SentFields } from '../keys/sent-fields.ts'
import { StatusError } from '../http/send-error.ts'
import { unixSeconds } from '../kernel/clock.ts'

/** Pocket's API v3, as its clients use it after the end of Pocket: https://getpocket.com/developer/docs/overview */
const NAMES: FieldNames = { url: ['url'], title: ['title'], note: [] }
/** Maximum number of items in one answer. */
const MAX_ITEMS = 500

export interface PocketDeps extends KeyUserDeps, SavePageDeps, PerformDeps {
  readonly listEntries: ListEntries
  readonly loadEntries: LoadEntries
}

export async function addToPocket(deps: PocketDeps, one: InterfaceRequest): Promise<unknown> {
  const fields = sentFields(one)
  const user = await userOf(deps, one, { fields, scope: 'save' })
  const { id } = await savePage(deps, user, { fields, names: NAMES, requestId: one.request.id })
  const loaded = await loadEntry(deps.loadEntries, user.id, id, { hasContent: false })
  return { item: loaded ? presentPocketItem(loaded) : {}, status: 1 }
}

export async function getFromPocket(deps: PocketDeps, one: InterfaceRequest): Promise<unknown> {
  const fields = sentFields(one)
  const user = await userOf(deps, one, { fields, scope: 'read' })
  const { total, entries } = await deps.listEntries(user, filterOf(fields))
  const ids = entries.map(({ id }) => id)
  const items = await loadInOrder(deps.loadEntries, user.id, ids, { hasContent: false })
  return {
    status: items.length > 0 ? 1 : 2,
    complete: 1,
    error: null,
    search_meta: { search_type: 'normal' },
    since: unixSeconds(deps.clock.now()),
    total,
    list: Object.fromEntries(items.map((item, index) => [String(item.entry.id), presentPocketItem(item, index)])),
  }
}

const SORTS = { newest: ['saved', 'desc'], oldest: ['saved', 'asc'], title: ['title', 'asc'] } as const

function filterOf(fields: SentFields): EntryFilter {
  const [state, favorite, tag] = ['state', 'favorite', 'tag'].map((name) => textIn(fields, name))
  const [since, count, offset] = ['since', 'count', 'offset'].map((name) => Number(textIn(fields, name) ?? 0) || 0)
  const [sort, order] = SORTS[(textIn(fields, 'sort') ?? 'newest') as keyof typeof SORTS] ?? SORTS.newest
  const perPage = Math.min(Math.max(1, count || MAX_ITEMS), MAX_ITEMS)
  // After a first synchronization, clients ask for the changes of items in all states.
  const isAll = state === 'all' || (state === undefined && since! > 0)
  return {
    ...(!isAll && { isArchived: state === 'archive' }),
    ...(favorite !== undefined && { isStarred: favorite === '1' }),
    ...(tag === '_untagged_' ? { isUntagged: true } : tag !== undefined && { tags: [tag.toLowerCase()] }),
    ...(since! > 0 && { since: since! }),
    sort,
    order,
    page: 1,
    perPage,
    offset: Math.max(0, offset!),
  }
}

export async function sendToPocket(deps: PocketDeps, one: InterfaceRequest): Promise<unknown> {
  const fields = sentFields(one)
  const user = await userOf(deps, one, { fields, scope: 'write' })
  const add = (action: SentFields) => savePage(deps, user, { fields: action, names: NAMES, requestId: one.request.id })
  const actions = parsePocketActions(fields.get('actions'))
  if (!actions) throw new StatusError(400, `"actions" must be a list of at most ${MAX_ACTIONS} actions.`)
  const results = await performPocketActions({ ...deps, add }, user.id, actions)
  return { status: 1, action_results: results, action_errors: results.map(() => null) }
}

async function userOf(
  deps: PocketDeps,
  one: InterfaceRequest,
  { fields, scope }: { readonly fields: SentFields; readonly scope: AppScope },
): Promise<KeyUser> {
  const user = await findUserOfKey(deps, one.request, textIn(fields, 'access_token'))
  if (!user) throw new StatusError(401, 'A valid app password is required as access_token.')
  requireScope(user, scope)
  return user
}
