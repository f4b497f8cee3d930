import type { ClientId, UserId } from '../kernel/brand.ts'
import type { EventKind, OwnerEventKind } from './event-kinds.ts'

/** Something that happened. It never holds content, titles, addresses of saved pages, or secrets. */
export interface SecurityEvent {
  readonly kind: EventKind
  /** the account it is about; absent where there is none, such as for a name that nobody has */
  readonly userId?: UserId | undefined
  /** who did it, where it was not the account itself: an administrator, or the operator at the command line */
  readonly actor?: UserId | 'operator'
  /** the API client it was done with, or to */
  readonly clientId?: ClientId
}

/** What is stored of an event. */
export interface RecordedEvent {
  readonly kind: OwnerEventKind
  readonly userId: UserId
  /** null: the account itself; 0: the operator; else an administrator */
  readonly actorId: number | null
  readonly clientId: ClientId | null
  /** empty where it is not known, or not to be kept */
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** ISO text in UTC */
  readonly at: string
  /** how often it happened alike */
  readonly times: number
}

/** Actor of what was done at the command line. */
export const OPERATOR = 0

/** Repeats within this span of the first are counted in one row, in milliseconds. */
export const FOLD_MS = 3_600_000
