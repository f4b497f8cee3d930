import type { Generated } from 'kysely'

/** The preferences of a user. A user without a row has the defaults. */
export interface UserConfigTable {
  user_id: number
  items_per_page: Generated<number>
  feed_limit: Generated<number>
  /** words a minute */
  reading_speed: Generated<number>
  language: Generated<string>
  /** 0: back to the list, 1: stay (contract 2.10) */
  action_mark_as_read: Generated<number>
  list_mode: Generated<number>
  display_thumbnails: Generated<number>
  font: string | null
  font_size: number | null
  line_height: number | null
  max_width: number | null
  /** SHA-256 of the feed token, for the lookup of a feed */
  feed_token_hash: Uint8Array | null
  /** the feed token, sealed with the instance key: apps and the settings page show it again */
  feed_token_sealed: Uint8Array | null
  /** JSON object of preferences that only our own pages use */
  preferences: Generated<string>
}
