import type { ClientId, UserId } from '../kernel/brand.ts'
import type { EventKind, OwnerEventKind } from './event-kinds.ts'

/** An event. It never contains content, titles, addresses of saved pages, or secrets. */
export interface SecurityEvent {
  readonly kind: EventKind
  /** the account that it concerns; absent without one, such as for an unknown username */
  readonly userId?: UserId | undefined
  /** the actor, if not the account itself: an administrator, or the operator at the command line */
  readonly actor?: UserId | 'operator'
  /** the API client that was used or changed */
  readonly clientId?: ClientId
}

/** The stored form of an event. */
export interface RecordedEvent {
  readonly kind: OwnerEventKind
  readonly userId: UserId
  /** null: the account itself; 0: the operator; else an administrator */
  readonly actorId: number | null
  readonly clientId: ClientId | null
  /** empty if unknown, or if addresses are not stored */
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** ISO text in UTC */
  readonly at: string
  /** number of similar events */
  readonly times: number
}

/** The actor of commands at the command line. */
export const OPERATOR = 0

/** Repeats within this period after the first event are counted in one row, in milliseconds. */
export const FOLD_MS = 3_600_000
