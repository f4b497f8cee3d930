import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'

export interface PasskeyDeps {
  readonly database: Database
  readonly clock: Clock
  /** public address of this server, to which browsers bind passkeys */
  readonly baseUrl: string
}
