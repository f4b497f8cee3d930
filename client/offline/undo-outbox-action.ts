import { isLocalId } from '../../src/web/sync/local-id.ts'
import { newLocalId } from './local-ids.ts'
import { markStale, type Library } from './library.ts'
import type { OutboxRecord } from './operation.ts'
import { recordOperation } from './record-operation.ts'

/**
 * Undoes an action: deletes its operations that were not sent yet, and records an inverse operation for each that was
 * sent.
 * @returns the number of undone operations
 */
export async function undoAction(library: Library, actionId: number): Promise<number> {
  const records = library.outbox.filter((one) => one.actionId === actionId && one.isUndone !== true)
  const waiting = records.filter(({ state }) => state === 'waiting')
  const sent = records.filter(
    ({ state, inverse }) => state !== 'waiting' && state !== 'rejected' && inverse !== undefined,
  )
  await discard(library, waiting)
  for (const one of sent) await library.store.put('outbox', { ...one, isUndone: true })
  if (sent.length > 0) await recordOperation(library, { kind: 'undo', operations: sent.map(inverseOf) })
  return waiting.length + sent.length
}

function inverseOf({ inverse, title }: OutboxRecord) {
  const localId = newLocalId(Date.now())
  return { operation: inverse!, title, ...('tmp' in inverse! && { localId }) }
}

/** Deletes unsent or rejected records, and all later changes to objects that the deleted records would have created. */
export async function discard(library: Library, records: readonly OutboxRecord[]): Promise<void> {
  const dropped = new Set(records.map(({ seq }) => seq))
  const created = new Set(records.flatMap(({ localId }) => localId ?? []))
  for (const one of library.outbox) {
    if (one.state !== 'done' && targetsOf(one).some((id) => created.has(id))) dropped.add(one.seq)
  }
  const transaction = library.store.transaction('outbox', 'readwrite')
  await Promise.all([...dropped].map((seq) => transaction.store.delete(seq)))
  await transaction.done
  markStale(library)
}

/** @returns the local ids of the objects that the record changes */
function targetsOf({ operation }: OutboxRecord): readonly number[] {
  const ids = [
    ...('id' in operation ? [operation.id] : []),
    ...('entry' in operation ? [operation.entry] : []),
    ...('add_entries' in operation ? (operation.add_entries ?? []) : []),
  ]
  return ids.filter(isLocalId)
}
