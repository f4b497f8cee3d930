import type { Generated } from 'kysely'

export interface EntryTable {
  id: Generated<number>
  user_id: number
  uid: string | null
  url: string
  given_url: string | null
  origin_url: string | null
  title: string | null
  /** when a user last gave the title; null: never */
  title_set_at: string | null
  domain_name: string | null
  language: string | null
  mimetype: string | null
  preview_picture: string | null
  site_icon: string | null
  reading_time: Generated<number>
  http_status: string | null
  /** JSON object of the page's response headers */
  headers: string | null
  published_at: string | null
  /** JSON array of author names */
  published_by: string | null
  is_archived: Generated<number>
  archived_at: string | null
  /** when a user last archived the entry or took it back; null: never */
  archived_set_at: string | null
  is_starred: Generated<number>
  starred_at: string | null
  /** when a user last starred the entry or took the star off; null: never */
  starred_set_at: string | null
  is_not_parsed: Generated<number>
  /** `none` (no fetch needed), `pending`, `done`, `failed` */
  fetch_state: Generated<string>
  /** code of the failure, see docs/errors.md */
  fetch_reason: string | null
  /** time of the last failure; null without a reason */
  fetch_failed_at: string | null
  /** increases with every fetch request, so that a late result of an older request is discarded */
  fetch_generation: Generated<number>
  /** JSON array of fields that the client supplied and a fetch must not change */
  given_fields: Generated<string>
  created_at: string
  updated_at: string
  revision: number
}

/** The article itself, apart from the row that lists read. */
export interface EntryContentTable {
  user_id: number
  entry_id: number
  /** the HTML as a JSON string literal in UTF-8, with quotes, ready to send */
  content: Uint8Array
  extractor_version: number
  /** JSON array with the report of each extraction step */
  steps: string | null
}

/** The article of a deleted entry. */
export interface TrashedContentTable extends EntryContentTable {
  batch: string
}

/** Every address of an entry, as SHA-1: given and final, each raw and percent-decoded. */
export interface EntryAddressTable {
  user_id: number
  hash: Uint8Array
  entry_id: number
}

export interface TagTable {
  id: Generated<number>
  user_id: number
  label: string
  slug: string
}

export interface EntryTagTable {
  user_id: number
  entry_id: number
  tag_id: number
  /** when a user added it; null for tags from an import or from rules */
  added_at: string | null
}

export interface AnnotationTable {
  id: Generated<number>
  user_id: number
  entry_id: number
  text: string
  quote: string
  /** JSON array of ranges */
  ranges: string
  /** see src/annotations/annotation-color.ts */
  color: Generated<string>
  /** when the note was last changed; null: never */
  text_set_at: string | null
  /** when the colour was last changed; null: never */
  color_set_at: string | null
  created_at: string
  updated_at: string
}

/** A tag that a user removed from an entry, or an entry that a user removed from a collection. */
export interface RemovedMemberTable {
  user_id: number
  entry_id: number
  /** `tag` or `collection` */
  kind: string
  /** label of the tag, or id of the collection */
  name: string
  removed_at: string
}

/** The record of a deletion, so that clients that were offline learn of it. */
export interface TombstoneTable {
  user_id: number
  kind: string
  object_id: number
  revision: number
  deleted_at: string
  /** the entry that a deleted one was merged into */
  replaced_by: number | null
}

/** The server's response for the page, stored unchanged. */
export interface CaptureTable {
  user_id: number
  entry_id: number
  url: string
  status: number
  /** JSON object */
  headers: string
  content_type: string | null
  body_sha256: Uint8Array
  fetched_at: string
}

export interface CaptureBodyTable {
  user_id: number
  sha256: Uint8Array
  /** bytes before compression */
  size: number
  /** zstd */
  body: Uint8Array
}

/** A deleted entry with its dependent rows, kept while the deletion can be undone. */
export interface TrashedEntryTable {
  user_id: number
  entry_id: number
  /** identifies entries that were deleted together */
  batch: string
  /** zstd of JSON, see src/entries/trash/trash.repository.ts */
  data: Uint8Array
  deleted_at: string
}
