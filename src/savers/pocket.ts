import { deleteEntry } from '../entries/deleting/delete-entry.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { ListEntries } from '../entries/listing/list-entries.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { performAction, type EntryAction, type PerformDeps } from '../entries/undoable-actions/perform-action.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { parseId } from '../kernel/parse-id.ts'
import type { InterfaceRequest } from '../keys/deferred-interface.ts'
import { findKeyUser, requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { parseTagLabels } from '../tags/tag.ts'
import { useKey } from '../users/passwords/app-password.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { presentPocketItem } from './pocket-item.ts'
import { savePage, type FieldNames, type SavePageDeps } from './save-page.ts'
import { SaverError } from './saver-error.ts'
import { sentFields, textIn, type SentFields } from './sent-fields.ts'

/** Pocket's API v3, as its clients use it after the end of Pocket: https://getpocket.com/developer/docs/overview */
const NAMES: FieldNames = { url: ['url'], title: ['title'], note: [] }
/** Maximum number of items in one answer, and of actions in one request. */
const MAX_ITEMS = 500
const MAX_ACTIONS = 100

export interface PocketDeps extends KeyUserDeps, SavePageDeps, PerformDeps {
  readonly listEntries: ListEntries
  readonly loadEntries: LoadEntries
}

export async function addToPocket(deps: PocketDeps, one: InterfaceRequest): Promise<unknown> {
  const fields = sentFields(one)
  const user = await userOf(deps, one, { fields, scope: 'save' })
  const { id } = await savePage(deps, user, { fields, names: NAMES, requestId: one.request.id })
  const loaded = (await deps.loadEntries(user.id, [id], { hasContent: false })).get(id)
  return { item: loaded ? presentPocketItem(loaded) : {}, status: 1 }
}

export async function getFromPocket(deps: PocketDeps, one: InterfaceRequest): Promise<unknown> {
  const fields = sentFields(one)
  const user = await userOf(deps, one, { fields, scope: 'read' })
  const { total, entries } = await deps.listEntries(user, filterOf(fields))
  const ids = entries.map(({ id }) => id)
  const loaded = await deps.loadEntries(user.id, ids, { hasContent: false })
  const items = ids.flatMap((id) => loaded.get(id) ?? [])
  return {
    status: items.length > 0 ? 1 : 2,
    complete: 1,
    error: null,
    search_meta: { search_type: 'normal' },
    since: Math.floor(deps.clock.now().getTime() / 1000),
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
  const results: boolean[] = []
  for (const action of actionsIn(fields)) results.push(await isPerformed(deps, user, action, one.request.id))
  return { status: 1, action_results: results, action_errors: results.map(() => null) }
}

type Action = Readonly<Record<string, unknown>>

/** @throws SaverError 400 if the field `actions` is no list of at most a hundred objects */
function actionsIn(fields: SentFields): readonly Action[] {
  const sent = fields.get('actions')
  const actions: unknown = typeof sent === 'string' ? parseList(sent) : sent
  const isList = Array.isArray(actions) && actions.length <= MAX_ACTIONS
  if (isList && actions.every((one) => typeof one === 'object' && one !== null)) return actions as Action[]
  throw new SaverError(400, `"actions" must be a list of at most ${MAX_ACTIONS} actions.`)
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns whether the action was performed; a refusal of one action does not end the others */
async function isPerformed(deps: PocketDeps, user: KeyUser, action: Action, requestId: string): Promise<boolean> {
  try {
    return await perform(deps, user, action, requestId)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'too_many_requests') return false
    throw error
  }
}

async function perform(deps: PocketDeps, user: KeyUser, action: Action, requestId: string): Promise<boolean> {
  const fields = new Map(Object.entries(action))
  if (action['action'] === 'add') {
    await savePage(deps, user, { fields, names: NAMES, requestId })
    return true
  }
  const id = parseId<EntryId>(String(action['item_id'] ?? ''))
  const known = id && (await deps.loadEntries(user.id, [id], { hasContent: false })).get(id)
  // Clients repeat a deletion until it succeeds.
  if (action['action'] === 'delete') return known ? deleteEntry(deps, user.id, id!).then(() => true) : true
  const changes = changesOf(action, known || undefined)
  if (!known || changes === undefined) return false
  for (const change of changes) await performAction(deps, user.id, [id!], change)
  return true
}

const CHANGES: Readonly<Record<string, EntryAction>> = {
  archive: { kind: 'archive' },
  readd: { kind: 'unarchive' },
  favorite: { kind: 'star' },
  unfavorite: { kind: 'unstar' },
}

/** @returns the changes that an action consists of; undefined for an unknown action */
function changesOf(action: Action, known: LoadedEntry | undefined): readonly EntryAction[] | undefined {
  const name = String(action['action'])
  const labels = () => parseTagLabels(action['tags'] ?? '')
  const all = () => known?.tags.map(({ label }) => label) ?? []
  if (Object.hasOwn(CHANGES, name)) return [CHANGES[name]!]
  if (name === 'tags_add') return [{ kind: 'tag', labels: labels() }]
  if (name === 'tags_remove') return untag(labels())
  if (name === 'tags_clear') return untag(all())
  if (name === 'tags_replace') {
    const wanted = labels()
    return [...untag(all().filter((label) => !wanted.includes(label))), { kind: 'tag', labels: wanted }]
  }
  // Devices report when an item was opened and left.
  return name === 'opened_item' || name === 'left_item' ? [] : undefined
}

const untag = (labels: readonly string[]): EntryAction[] => (labels.length > 0 ? [{ kind: 'untag', labels }] : [])

async function userOf(
  deps: PocketDeps,
  one: InterfaceRequest,
  { fields, scope }: { readonly fields: SentFields; readonly scope: AppScope },
): Promise<KeyUser> {
  const key = textIn(fields, 'access_token') ?? ''
  const user = await findKeyUser(deps, one.request, await useKey(deps, key))
  if (!user) throw new SaverError(401, 'A valid app password is required as access_token.')
  requireScope(user, scope)
  return user
}
