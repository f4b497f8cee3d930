import { setImmediate } from 'node:timers/promises'
import type { UserId } from '../../kernel/branded-ids.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { restoreEntries, type RestoreEntriesDeps } from '../trash/restore-entries.ts'
import { markAction, type UserAction } from './action.repository.ts'
import type { StateChange } from './change-entries.ts'
import { batchSize } from './perform-action.ts'
import { recordedIds, revertEntries } from './revert-entries.ts'

/**
 * Undoes an action on entries. Entries that have been changed again since the action are skipped. Idempotent.
 * @param action an action whose kind changes entries
 * @returns the number of restored entries
 */
export async function undoEntryAction(
  deps: RestoreEntriesDeps,
  owner: UserId,
  action: UserAction,
  requestId: string,
): Promise<number> {
  if (action.isUndone) return 0
  const { database, clock } = deps
  await ownerTransaction(database, owner, (tx) => markAction(tx, owner, action.id, {}))
  const restored =
    action.kind === 'delete'
      ? (await restoreEntries(deps, owner, { batch: String(action.detail['batch']), requestId })).length
      : await revertAll(deps, owner, action)
  const undoneAt = clock.now().toISOString()
  await ownerTransaction(database, owner, (tx) => markAction(tx, owner, action.id, { undoneAt }))
  return restored
}

async function revertAll({ database, clock }: RestoreEntriesDeps, owner: UserId, action: UserAction): Promise<number> {
  const change = { kind: action.kind, ...action.detail } as StateChange
  const limit = batchSize(action.detail)
  let [after, restored] = [0, 0]
  for (;;) {
    const ids = await ownerTransaction(database, owner, async (tx) => {
      const now = clock.now().toISOString()
      const shared = { tx, dialect: database.dialect, owner, actionId: action.id, now, setAt: action.createdAt }
      const batch = await recordedIds(shared, after, limit)
      if (batch.length > 0) restored += await revertEntries(shared, batch, change)
      return batch
    })
    if (ids.length < limit) return restored
    after = ids.at(-1)!
    await setImmediate()
  }
}
