import type { Database, Dialect } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

export interface CollectionActionDeps {
  readonly database: Database
  readonly clock: Clock
}

/** The transaction in which collections are changed, with the time of the change. */
export interface CollectionContext {
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly owner: UserId
  /** ISO time */
  readonly now: string
  /** ISO time of the user's action. Of two concurrent changes of a field, the one with the later time wins. */
  readonly at: string
}
