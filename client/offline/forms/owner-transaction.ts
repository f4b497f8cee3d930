import type { Tx } from '../../../src/db/schema.ts'
import type * as server from '../../../src/users/owner-transaction.ts'

/** The work consists of browser forms, which keep to their own transactions. */
export const ownerTransaction: typeof server.ownerTransaction = async (_database, _owner, work) =>
  work(undefined as unknown as server.OwnerTx & Tx)
