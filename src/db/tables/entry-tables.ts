import type { Generated } from 'kysely'

export interface EntryTable {
  id: Generated<number>
  user_id: number
  uid: string | null
  url: string
  given_url: string | null
  origin_url: string | null
  title: string | null
  /** time at which a user last set the title; null if never */
  title_set_at: string | null
  /** the user's note about the page; null if there is none, never empty */
  note: string | null
  /** time at which a user last set or removed the note; null if never */
  note_set_at: string | null
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
  /** time at which a user last set the authors; null if never */
  authors_set_at: string | null
  /** time at which a user last set the date of publication; null if never */
  published_set_at: string | null
  is_archived: Generated<number>
  archived_at: string | null
  /** time at which a user last archived or unarchived the entry; null if never */
  archived_set_at: string | null
  is_starred: Generated<number>
  starred_at: string | null
  /** time at which a user last starred or unstarred the entry; null if never */
  starred_set_at: string | null
  is_not_parsed: Generated<number>
  /** `none` (no fetch needed), `pending`, `done`, `failed` */
  fetch_state: Generated<string>
  /** code of the failure, if the last fetch failed (docs/errors.md); otherwise null */
  fetch_reason: string | null
  /** time at which the last fetch failed; null if it did not fail */
  fetch_failed_at: string | null
  /** increases with every request to fetch the page. Results of older requests are discarded. */
  fetch_generation: Generated<number>
  /** JSON array of the fields that a client supplied. A fetch must not change them. */
  given_fields: Generated<string>
  /** the import that created the entry; null if it was saved in another way. The import may have been deleted. */
  import_id: number | null
  created_at: string
  updated_at: string
  revision: number
}

/** The content of an entry, stored separately because lists do not need it. */
export interface EntryContentTable {
  user_id: number
  entry_id: number
  /** the HTML as JSON text in UTF-8, with quotes, ready to be sent unchanged */
  content: Uint8Array
  extractor_version: number
  /** extraction log: a JSON array with an object for each step */
  steps: string | null
}

/** The content of a deleted entry in the trash. */
export interface TrashedContentTable extends EntryContentTable {
  batch: string
}

/**
 * SHA-1 hashes by which clients look up an entry: of the saved address and of the address after redirects, each as
 * written and percent-decoded.
 */
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
  /** number of entries with the tag; triggers keep it up to date */
  entry_count: Generated<number>
}

export interface EntryTagTable {
  user_id: number
  entry_id: number
  tag_id: number
  /** time at which a user added the tag; null if an import or a rule added it */
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
  /** name of a colour in src/annotations/annotation-color.ts */
  color: Generated<string>
  /** time at which the note was last changed; null if never */
  text_set_at: string | null
  /** time at which the colour was last changed; null if never */
  color_set_at: string | null
  /** JSON array of labels; null if there are none */
  tags: string | null
  /** time at which the tags were last changed; null if never */
  tags_set_at: string | null
  /** box of the review (src/annotations/review/review-rule.ts); null if never kept */
  review_box: number | null
  /** day of the next review as `YYYY-MM-DD`; null if never reviewed */
  review_due_on: string | null
  /** day of the last review; null if never reviewed */
  reviewed_on: string | null
  /** time at which the user took the annotation out of the review; null while it is part of it */
  review_left_at: string | null
  /** the import that added the annotation to an entry that was saved before; null after a change by the user, and otherwise */
  import_id: number | null
  created_at: string
  updated_at: string
}

/** A tag that a user has removed from an entry, or a collection from which a user has removed the entry. */
export interface RemovedMemberTable {
  user_id: number
  entry_id: number
  /** `tag` or `collection` */
  kind: string
  /** label of the tag, or id of the collection */
  name: string
  removed_at: string
}

/** The record of a deletion, for clients that were offline at the time. */
export interface TombstoneTable {
  user_id: number
  kind: string
  object_id: number
  revision: number
  deleted_at: string
  /** id of the entry into which a deleted entry was merged; null if it was not merged */
  replaced_by: number | null
}

/** The response of the page's server, stored unchanged except for compression. */
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
  /** size in bytes before compression */
  size: number
  /** compressed with zstd; empty if it is in the object store */
  body: Uint8Array
  /** key of the object that contains the body; null if it is in `body` */
  object_key: Generated<string | null>
  /** size of the object in bytes */
  object_size: Generated<number | null>
}

/** An object that must be deleted from the object store. */
export interface DeletedObjectTable {
  object_key: string
}

/** A deleted entry with its rows in other tables, stored as long as the deletion can be undone. */
export interface TrashedEntryTable {
  user_id: number
  entry_id: number
  /** id of the deletion. Entries that were deleted together have the same id. */
  batch: string
  /** JSON compressed with zstd, see src/entries/trash/trash.repository.ts */
  data: Uint8Array
  deleted_at: string
}
