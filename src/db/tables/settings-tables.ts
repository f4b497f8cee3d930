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

/** A rule for redirects. Addresses that match it are not stored as the origin of an entry. */
export interface IgnoreOriginRuleTable {
  id: Generated<number>
  user_id: number
  /** an expression (wallabag contract 12.2) */
  rule: string
}

/** A rule that tags a user's entries automatically. */
export interface TaggingRuleTable {
  id: Generated<number>
  user_id: number
  /** an expression (wallabag contract 12.1) or a query (docs/query.md) */
  rule: string
  /** language of the rule, see `RULE_LANGUAGES` */
  language: Generated<string>
  /** JSON array of labels */
  tags: string
  /** id of the user's address to which new entries that match are sent; null for none */
  mail_address_id: number | null
}

export interface SiteRuleTable {
  user_id: number
  /** `example.com`, or `.example.com` for all its subdomains */
  host: string
  /** in the format of docs/site-rules.md */
  rules: string
  updated_at: string
}

export interface SiteCredentialTable {
  user_id: number
  /** `example.com`, or `.example.com` to include all subdomains */
  host: string
  /** encrypted, see src/site-credentials/seal-credential.ts */
  username_sealed: Uint8Array
  password_sealed: Uint8Array
  created_at: string
  updated_at: string
}
