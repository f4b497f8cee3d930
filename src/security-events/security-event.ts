import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import type { EventKind, OwnerEventKind } from './event-kinds.ts'

/** A security event. It never contains content, titles, addresses of saved pages or secrets. */
export interface SecurityEvent {
  readonly kind: EventKind
  /** the account that the event concerns; absent if there is none, for example for an unknown username */
  readonly userId?: UserId | undefined
  /** who caused the event, if not the account itself: an administrator, or the operator on the command line */
  readonly actor?: UserId | 'operator'
  /** the API client that was used or changed */
  readonly clientId?: ClientId
}

/** An event as it is stored. */
export interface RecordedEvent {
  readonly kind: OwnerEventKind
  readonly userId: UserId
  /** id of the administrator who caused the event; null for the account itself, 0 for the operator */
  readonly actorId: number | null
  readonly clientId: ClientId | null
  /** empty if unknown, or if addresses are not stored */
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** time as ISO text in UTC */
  readonly at: string
  /** number of equal events that this one represents */
  readonly times: number
}

/** The `actorId` of the operator, who uses the command line. */
export const OPERATOR = 0

/** Equal events within this time after the first one are counted in the same row, in milliseconds. */
export const FOLD_MS = 3_600_000
