import type { Generated } from 'kysely'

/** The preferences of a user. A user without a row has the defaults. */
export interface UserConfigTable {
  user_id: number
  items_per_page: Generated<number>
  feed_limit: Generated<number>
  /** words per minute */
  reading_speed: Generated<number>
  language: Generated<string>
  /** page that opens after an entry is marked as read: 0 for the list, 1 for the entry (wallabag contract 2.10) */
  action_mark_as_read: Generated<number>
  list_mode: Generated<number>
  display_thumbnails: Generated<number>
  font: string | null
  font_size: number | null
  line_height: number | null
  max_width: number | null
  /** SHA-256 of the feed token, for finding the user of a feed */
  feed_token_hash: Uint8Array | null
  /**
   * the feed token, encrypted with the instance key. It cannot be a hash, because apps and the settings page show the
   * token.
   */
  feed_token_sealed: Uint8Array | null
  /** JSON object of preferences that only Dogear's pages use */
  preferences: Generated<string>
}
