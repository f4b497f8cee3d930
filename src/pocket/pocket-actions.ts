import { loadEntry } from '../entries/listing/load-entry.ts'
import { deleteEntry } from '../entries/deleting/delete-entry.ts'
import type { LoadedEntry, LoadEntries } from '../entries/listing/load-entries.ts'
import { performAction, type EntryAction, type PerformDeps } from '../entries/undoable-actions/perform-action.ts'
import { parseJson } from '../kernel/json.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { parseId } from '../kernel/parse-id.ts'
import { parseTagLabels } from '../tags/tag.ts'

/**
 * Maximum number of actions in one request. A device that was offline sends all that it has kept in one request, and repeats it
 * for ever if it is refused; opening and leaving an article are actions, too.
 */
export const MAX_ACTIONS = 1000

type Action = Readonly<Record<string, unknown>>

export interface PocketActionDeps extends PerformDeps {
  readonly loadEntries: LoadEntries
  /** saves the page of the action `add` */
  readonly add: (fields: ReadonlyMap<string, unknown>) => Promise<unknown>
  /** called when an item was opened on a device; by default, nothing happens */
  readonly open?: (id: EntryId) => Promise<unknown>
  /** true if every action on a missing item counts as performed, for clients that would repeat it for ever */
  readonly isMissingDone?: boolean
}

/** @returns the actions in a list or in its JSON text; undefined if it is no list of at most a thousand objects */
export function parsePocketActions(sent: unknown): readonly Action[] | undefined {
  const actions: unknown = typeof sent === 'string' ? parseJson(sent) : sent
  const isList = Array.isArray(actions) && actions.length <= MAX_ACTIONS
  const isValid = isList && actions.every((one) => typeof one === 'object' && one !== null)
  return isValid ? (actions as Action[]) : undefined
}

/**
 * Performs the actions of Pocket's API in their order. A refusal of one action does not end the others.
 * @returns for each action whether it was performed
 * @throws AppError `too_many_requests`
 */
export async function performPocketActions(
  deps: PocketActionDeps,
  owner: UserId,
  actions: readonly Action[],
): Promise<boolean[]> {
  const results: boolean[] = []
  for (const action of actions) results.push(await isPerformed(deps, owner, action))
  return results
}

async function isPerformed(deps: PocketActionDeps, owner: UserId, action: Action): Promise<boolean> {
  try {
    return await perform(deps, owner, action)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'too_many_requests') throw error
    // The entry was deleted since it was loaded.
    return error.code === 'not_found' && deps.isMissingDone === true
  }
}

async function perform(deps: PocketActionDeps, owner: UserId, action: Action): Promise<boolean> {
  if (action['action'] === 'add') return deps.add(new Map(Object.entries(action))).then(() => true)
  const id = parseId<EntryId>(String(action['item_id'] ?? ''))
  const known = await loadEntry(deps.loadEntries, owner, id, { hasContent: false })
  if (known) return performOnEntry(deps, owner, known, action)
  // Clients repeat a deletion until it succeeds.
  if (action['action'] === 'delete') return true
  return id !== undefined && deps.isMissingDone === true && changesOf(action, []) !== undefined
}

async function performOnEntry(
  deps: PocketActionDeps,
  owner: UserId,
  { entry: { id }, tags }: LoadedEntry,
  action: Action,
): Promise<boolean> {
  if (action['action'] === 'delete') return deleteEntry(deps, owner, id).then(() => true)
  if (action['action'] === 'opened_item') await deps.open?.(id)
  const labels = tags.map(({ label }) => label)
  const changes = changesOf(action, labels)
  for (const change of changes ?? []) await performAction(deps, owner, [id], change)
  return changes !== undefined
}

const CHANGES: Readonly<Record<string, EntryAction>> = {
  archive: { kind: 'archive' },
  readd: { kind: 'unarchive' },
  favorite: { kind: 'star' },
  unfavorite: { kind: 'unstar' },
}

/**
 * @param all labels of the entry's tags
 * @returns the changes that an action consists of; undefined for an unknown action
 */
function changesOf(action: Action, all: readonly string[]): readonly EntryAction[] | undefined {
  const name = String(action['action'])
  const labels = () => parseTagLabels(action['tags'] ?? '')
  if (Object.hasOwn(CHANGES, name)) return [CHANGES[name]!]
  if (name === 'tags_add') return [{ kind: 'tag', labels: labels() }]
  if (name === 'tags_remove') return untag(labels())
  if (name === 'tags_clear') return untag(all)
  if (name === 'tags_replace') {
    const wanted = labels()
    return [...untag(all.filter((label) => !wanted.includes(label))), { kind: 'tag', labels: wanted }]
  }
  // Devices report when an item was opened and left.
  return name === 'opened_item' || name === 'left_item' ? [] : undefined
}

const untag = (labels: readonly string[]): EntryAction[] => (labels.length > 0 ? [{ kind: 'untag', labels }] : [])
