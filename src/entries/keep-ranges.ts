import type { Tx } from '../db/schema.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'

/** Lets the annotations of an entry follow their words into a new text, in the caller's transaction. */
export type KeepRanges = (tx: Tx, owner: UserId, id: EntryId, html: string) => Promise<void>
