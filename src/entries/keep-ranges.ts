import type { EntryId, UserId } from '../kernel/brand.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** Lets the annotations of an entry follow their words into a new text, in the caller's transaction. */
export type KeepRanges = (tx: OwnerTx, owner: UserId, id: EntryId, html: string) => Promise<void>
