import { type ActionKind, type UserAction } from '../../src/entries/undoable-actions/action.repository.ts'
import { MAX_UNDOABLE_ACTIONS } from '../../src/entries/undoable-actions/undo-limits.ts'
import type { Library } from './library.ts'
import type { OutboxRecord } from './operation.ts'

const NOT_UNDOABLE: readonly OutboxRecord['kind'][] = [
  'save',
  'progress',
  'undo',
  'title',
  'entryNote',
  'authors',
  'date',
  'layout',
  'look',
]

/** @returns the actions in the outbox since an ISO time, newest first, at most `MAX_UNDOABLE_ACTIONS` */
export function listActions({ outbox }: Library, since: string): UserAction[] {
  const undoable = outbox.filter((one) => one.at > since && !NOT_UNDOABLE.includes(one.kind))
  return [...Map.groupBy(undoable, ({ actionId }) => actionId).values()]
    .map(toAction)
    .toReversed()
    .slice(0, MAX_UNDOABLE_ACTIONS)
}

function toAction(records: readonly OutboxRecord[]): UserAction {
  const [first] = records as readonly [OutboxRecord]
  return {
    id: first.actionId,
    kind: first.kind as ActionKind,
    entries: records.length,
    detail: {},
    ...(records.length === 1 && { title: first.title }),
    createdAt: first.at,
    isUndone: first.isUndone === true,
    isStopped: first.isUndone === true,
  }
}
