import type { ClientId, UserId } from '../kernel/branded-ids.ts'
import type { EventKind, OwnerEventKind } from './event-kinds.ts'

/** A security event. It never contains content, titles, addresses of saved pages or secrets. */
export interface SecurityEvent {
  readonly kind: EventKind
  /**
   * the account that the event concerns; absent if there is none, for example after an attempt with an unknown username
   */
  readonly userId?: UserId | undefined
  /**
   * the person who caused an event in another user's account: an administrator, or the operator on the command line
   */
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
  /** number of equal events that this row represents */
  readonly times: number
}

/** Value of `actorId` for the operator, who uses the command line and has no account. */
export const OPERATOR_ID = 0

/** Milliseconds after an event in which equal events only increase the count of the stored event. */
export const FOLD_MS = 3_600_000

/** @returns who caused an event, by its `actorId` */
export function eventAuthor(actorId: number | null): 'owner' | 'administrator' | 'operator' {
  if (actorId === null) return 'owner'
  return Number(actorId) === OPERATOR_ID ? 'operator' : 'administrator'
}
