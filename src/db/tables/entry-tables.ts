import type { Generated } from 'kysely'

export interface EntryTable {
  id: Generated<number>
  user_id: number
  uid: string | null
  url: string
  given_url: string | null
  origin_url: string | null
  title: string | null
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
  is_starred: Generated<number>
  starred_at: string | null
  is_not_parsed: Generated<number>
  /** `none`: nothing to fetch, `pending`, `done`, `failed` */
  fetch_state: Generated<string>
  /** code of the failure, see docs/errors.md */
  fetch_reason: string | null
  /** when it failed last; null while there is no reason */
  fetch_failed_at: string | null
  /** grows with every order to fetch, so that a late result of an older order is thrown away */
  fetch_generation: Generated<number>
  /** JSON array of the fields that the client gave and a fetch must leave alone */
  given_fields: Generated<string>
  created_at: string
  updated_at: string
  revision: number
}

/** The article itself, apart from the row that lists read. */
export interface EntryContentTable {
  user_id: number
  entry_id: number
  /** the HTML as a JSON string literal in UTF-8, quotes included, ready to be sent */
  content: Uint8Array
  extractor_version: number
  /** JSON array of what each step of the extraction did */
  steps: string | null
}

/** Every address by which an entry is known, as SHA-1: given and final, each raw and percent-decoded. */
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
}

export interface AnnotationTable {
  id: Generated<number>
  user_id: number
  entry_id: number
  text: string
  quote: string
  /** JSON array of ranges */
  ranges: string
  created_at: string
  updated_at: string
}

/** What is left of a deleted thing, so that a client that was away learns of it. */
export interface TombstoneTable {
  user_id: number
  kind: string
  object_id: number
  revision: number
  deleted_at: string
}

/** What the server of the page sent, kept as it came. */
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

/** A deleted entry with what hung on it, for as long as the deletion can be taken back. */
export interface TrashedEntryTable {
  user_id: number
  entry_id: number
  /** names what was deleted together */
  batch: string
  /** zstd of JSON, see src/entries/trash/trash.repository.ts */
  data: Uint8Array
  deleted_at: string
}
