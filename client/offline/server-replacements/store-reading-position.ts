import type * as server from '../../../src/entries/changing/store-reading-position.ts'
import { AppError, notFound } from '../../../src/kernel/errors.ts'
import { libraryOf } from '../library-database.ts'
import type { Library } from '../library.ts'
import { recordOperation } from '../record-operation.ts'

export const storeReadingPosition: typeof server.storeReadingPosition = async (
  { database },
  { id },
  { block, share },
  at,
) => {
  if (!Number.isInteger(block) || !(share >= 0 && share <= 1)) throw new AppError('invalid_input', 'no place in a text')
  const library = libraryOf(database)
  if (!library.entries.has(id)) throw notFound('entry')
  await dropEarlier(library, id)
  await recordOperation(library, {
    kind: 'progress',
    at: at.toISOString(),
    operations: [{ operation: { type: 'progress', action: 'set', id, block, share } }],
  })
}

/** Deletes an entry's unsent reading positions from the outbox, because only the newest one matters. */
async function dropEarlier({ outbox, store }: Library, id: number): Promise<void> {
  const earlier = outbox.filter(
    ({ state, operation }) => state === 'waiting' && operation.type === 'progress' && operation.id === id,
  )
  for (const one of earlier) {
    await store.delete('outbox', one.seq)
    outbox.splice(outbox.indexOf(one), 1)
  }
}
