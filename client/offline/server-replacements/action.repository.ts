import type * as server from '../../../src/entries/undoable-actions/action.repository.ts'
import { libraryOf } from '../library-as-database.ts'
import type { OutboxRecord } from '../operation.ts'

export const MAX_ACTIONS: typeof server.MAX_ACTIONS = 20
export const UNDO_MS: typeof server.UNDO_MS = 86_400_000

export const COLLECTION_ACTION_KINDS: typeof server.COLLECTION_ACTION_KINDS = new Set<server.ActionKind>([
  'create-collection',
  'edit-collection',
  'delete-collection',
])

const NOT_UNDOABLE: readonly OutboxRecord['kind'][] = ['save', 'progress', 'undo', 'title', 'entryNote']

/** @returns the actions in the outbox, newest first */
export const listActions: typeof server.listActions = async (database, _owner, since) => {
  const undoable = libraryOf(database).outbox.filter((one) => one.at > since && !NOT_UNDOABLE.includes(one.kind))
  return [...Map.groupBy(undoable, ({ actionId }) => actionId).values()]
    .map(toAction)
    .toReversed()
    .slice(0, MAX_ACTIONS)
}

function toAction(records: readonly OutboxRecord[]): server.UserAction {
  const [first] = records as readonly [OutboxRecord]
  return {
    id: first.actionId,
    kind: first.kind as server.ActionKind,
    entries: records.length,
    detail: {},
    ...(records.length === 1 && { title: first.title }),
    createdAt: first.at,
    isUndone: first.isUndone === true,
  }
}

/** Does nothing, because undo-outbox-action.ts already marks the records. */
export const markAction: typeof server.markAction = async () => {}
