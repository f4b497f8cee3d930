import type { EntryId } from '../kernel/branded-ids.ts'
import type { MailFailureReason } from './mail-failure.ts'

/** How a delivery came about: by a user's action, by a rule, or as a digest. */
export type DeliveryKind = 'hand' | 'rule' | 'digest'

/** `waiting`: it is sent, or tried again, in the background. */
export type DeliveryState = 'waiting' | 'sent' | 'failed'

/**
 * Why a delivery was not sent: a failure of the mail, or
 * - `off`: this server no longer sends mail
 * - `limit`: the user has sent `MAX_PER_DAY` mails within a day
 * - `empty`: its articles were deleted before
 * - `book`: the book could not be made
 * - `interrupted`: the process ended during the last attempt
 */
export type DeliveryReason = MailFailureReason | 'off' | 'limit' | 'empty' | 'book' | 'interrupted'

/** Articles that are sent to an address as one book, in one or several mails. */
export interface Delivery {
  readonly id: number
  readonly kind: DeliveryKind
  readonly addressId: number
  /** name of the address */
  readonly addressName: string
  /** title of the book */
  readonly title: string
  readonly state: DeliveryState
  /** why it failed, or why the last attempt failed while it is waiting */
  readonly reason: DeliveryReason | null
  /** what the mail server answered, or the titles of the articles that are too large */
  readonly detail: string | null
  /** number of mails that the server has accepted */
  readonly parts: number
  readonly requestedAt: string
  readonly finishedAt: string | null
}

/** A delivery as the job that sends it needs it. */
export interface PendingDelivery extends Delivery {
  /** e-mail address */
  readonly address: string
  /** random part of the Message-ID of its mails */
  readonly messageKey: string
  /** the articles that were not sent yet, in order */
  readonly entries: readonly EntryId[]
}

/**
 * Maximum number of mails of a user in 24 hours. Mailboxes from which small servers send allow a few hundred a day, for all
 * users together (Gmail: 500, "Gmail sending limits"), and nobody reads 50 books a day.
 */
export const MAX_PER_DAY = 50

/** Maximum number of articles in a delivery: a book of more is larger than readers of e-readers open with patience. */
export const MAX_ENTRIES = 100

/** Number of deliveries on the page. */
export const MAX_LISTED = 20
