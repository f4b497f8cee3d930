import type { EntryId } from '../../../src/kernel/branded-ids.ts'
import { canonicalAddress } from '../../../src/entries/saving/canonical-address.ts'
import type * as server from '../../../src/entries/saving/save-entry.ts'
import { libraryOf } from '../library-database.ts'
import { newLocalId } from '../local-ids.ts'
import { recordOperation } from '../record-operation.ts'

/** Adds an entry for an address. The server will fetch the page after it receives the operation. */
export const saveEntry: typeof server.saveEntry = async ({ database }, { address }) => {
  const library = libraryOf(database)
  const { url } = address
  const canonical = canonicalAddress(url)
  const known = [...library.entries.values()].find(({ entry }) =>
    [entry.url, entry.givenUrl].some((one) => one !== null && (one === url || canonicalAddress(one) === canonical)),
  )
  if (known) return { id: known.entry.id, isNew: false }
  const id = newLocalId(Date.now())
  const operation = { type: 'entries', action: 'create', tmp: crypto.randomUUID(), url } as const
  const inverse = { type: 'entries', action: 'delete', id } as const
  await recordOperation(library, { kind: 'save', operations: [{ operation, inverse, localId: id, title: url }] })
  return { id: id as EntryId, isNew: true }
}
