import type { Tx } from '../../../src/db/schema.ts'
import type * as server from '../../../src/users/owner-transaction.ts'

/**
 * Runs the work without a transaction of its own: the replacements that it calls open their transactions themselves.
 */
export const ownerTransaction: typeof server.ownerTransaction = async (_database, _owner, work) =>
  work(undefined as unknown as server.OwnerTx & Tx)
