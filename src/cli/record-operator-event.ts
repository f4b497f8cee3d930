import type { Settings } from '../config/settings.ts'
import type { Database } from '../db/database.ts'
import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import { systemClock } from '../kernel/clock.ts'
import type { EventKind, OwnerEventKind } from '../security-events/event-kinds.ts'
import { securityEvents } from '../security-events/security-events.ts'
import type { CommandIo } from './command-io.ts'
import { openLog } from '../logging/log.ts'

/** An operator's action on an account. */
export interface OperatorEvent {
  readonly kind: OwnerEventKind
  readonly userId: UserId
  readonly clientId?: ClientId
}

/** Records an operator's action in the security events of the account, which its owner can see. */
export async function recordForOwner(database: Database, event: OperatorEvent): Promise<void> {
  const events = securityEvents({ database, clock: systemClock, hasAddresses: false })
  await events.record({ address: '' }, { ...event, actor: 'operator' })
}

/** Writes an event to the log, in the format of the server. Does nothing if standard error is a terminal. */
export async function recordInLog(io: CommandIo, settings: Settings, event: EventKind): Promise<void> {
  if (io.isTerminal) return
  openLog(settings).info({ event }, 'security event')
}
