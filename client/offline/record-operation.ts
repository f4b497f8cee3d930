import { shownTitle } from '../../src/entries/shown-title.ts'
import { newLocalId } from './local-ids.ts'
import { record, type Library } from './library.ts'
import type { Operation, OutboxRecord } from './operation.ts'

/** An action of the user, with its operations. */
export interface RecordedAction {
  readonly kind: OutboxRecord['kind']
  /** ISO time of the action; by default, the current time */
  readonly at?: string
  readonly operations: readonly {
    readonly operation: Operation
    readonly inverse?: Operation
    /** local id of the object that the operation creates */
    readonly localId?: number
    /** name of the object in the list of pending changes; by default, the title of the entry */
    readonly title?: string
  }[]
}

/** Adds an action to the outbox, and applies it to the library. @returns the id of the action, for undoing it */
export async function recordOperation(library: Library, { kind, at, operations }: RecordedAction): Promise<number> {
  const actionId = newLocalId(Date.now())
  const time = at ?? new Date().toISOString()
  const records = operations.map(({ operation, inverse, localId, title }) => ({
    op: crypto.randomUUID(),
    at: time,
    actionId,
    kind,
    title: title ?? titleOf(library, operation),
    operation,
    ...(inverse && { inverse }),
    ...(localId !== undefined && { localId }),
  }))
  await record(library, records)
  return actionId
}

function titleOf({ entries, deleted }: Library, operation: Operation): string {
  const id = 'id' in operation ? operation.id : 'entry' in operation ? operation.entry : 0
  const entry = (entries.get(id) ?? deleted.get(id))?.entry
  return entry ? shownTitle(entry) : ''
}
