import type { Generated } from 'kysely'

/** An e-mail address to which a user sends articles. */
export interface MailAddressTable {
  id: Generated<number>
  user_id: number
  name: string
  address: string
  /** null until the link in the confirmation mail was used */
  confirmed_at: string | null
  /** SHA-256 of the token in that link; null if there is no such link */
  token_hash: Uint8Array | null
  token_expires_at: string | null
  created_at: string
}

/** A book of new articles that is sent daily or weekly. */
export interface DigestTable {
  id: Generated<number>
  user_id: number
  address_id: number
  name: string
  /** in the language of docs/query.md; empty for all entries */
  query: string
  /** 1 for Monday to 7 for Sunday; null for every day */
  weekday: number | null
  /** minutes after midnight in the user's time zone */
  minute: number
  max_entries: number
  /** time up to which the digest was sent; a later time of its schedule that has passed is due */
  last_at: string
}

/** Articles that are sent to an address as one book, in one or several mails. */
export interface DeliveryTable {
  id: Generated<number>
  user_id: number
  address_id: number
  /** `DELIVERY_KINDS` of src/mail/delivery.ts */
  kind: string
  /** title of the book */
  title: string
  /** `waiting`, `sent` or `failed` */
  state: string
  /** why the last attempt failed; `DELIVERY_REASONS` of src/mail/delivery.ts */
  reason: string | null
  /** what the mail server answered, or the titles of articles that are too large */
  detail: string | null
  /** number of mails that the server has accepted */
  parts: Generated<number>
  /** random part of the Message-ID of its mails */
  message_key: string
  requested_at: string
  finished_at: string | null
}

export interface DeliveryEntryTable {
  user_id: number
  delivery_id: number
  entry_id: number
  position: number
  /** time at which the mail server accepted the mail with the entry */
  sent_at: string | null
}
