import type { Settings } from '../config/settings.ts'
import type { Database } from '../db/database.ts'
import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import { systemClock } from '../kernel/clock.ts'
import type { EventKind, OwnerEventKind } from '../security-events/event-kinds.ts'
import { securityEvents } from '../security-events/security-events.ts'
import type { CommandIo } from './command-io.ts'
import { openLog } from '../logging/log.ts'

/** An action of the operator on an account, to be recorded as a security event. */
interface OperatorEvent {
  readonly kind: OwnerEventKind
  readonly userId: UserId
  readonly clientId?: ClientId
}

/** Records an operator's action in the security events of the account, which its owner can see. */
export async function recordForOwner(database: Database, event: OperatorEvent): Promise<void> {
  const events = securityEvents({ database, clock: systemClock, hasAddresses: false })
  await events.record({ address: '' }, { ...event, actor: 'operator' })
}

/**
 * Writes a security event to the log, in the server's format. Does nothing if standard error is a terminal, where log
 * lines would disturb a reader.
 */
export async function recordInLog(io: CommandIo, settings: Settings, event: EventKind): Promise<void> {
  if (io.isTerminal) return
  openLog(settings).info({ event }, 'security event')
}
