import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** State of the last fetch request. `none` means that no fetch is needed, because the client supplied everything. */
export type FetchState = 'none' | 'pending' | 'done' | 'failed'

/** Fields that a client may supply. A fetch does not overwrite supplied fields. */
export type GivenField = 'title' | 'content' | 'language' | 'previewPicture' | 'publishedAt' | 'authors'

/** A saved page without its content. Times are ISO texts in UTC. */
export interface Entry {
  readonly id: EntryId
  readonly ownerId: UserId
  /** id of the public link, or null if there is none */
  readonly uid: string | null
  /** address of the page after redirects */
  readonly url: string
  /** the text that a client sent to save the page, without surrounding white space; it may lack a scheme */
  readonly givenUrl: string | null
  readonly originUrl: string | null
  readonly title: string | null
  /** the owner's note about the page as plain text; null if there is none, never empty */
  readonly note: string | null
  /** time at which the owner last changed the note; null for an imported note */
  readonly noteSetAt: string | null
  readonly domainName: string | null
  readonly language: string | null
  readonly mimetype: string | null
  readonly previewPicture: string | null
  /** address of the site's icon */
  readonly siteIcon: string | null
  /** whole minutes at 200 words a minute */
  readonly readingTime: number
  readonly httpStatus: string | null
  /** response headers of the page as JSON text */
  readonly headers: string | null
  readonly publishedAt: string | null
  /** author names as JSON text */
  readonly publishedBy: string | null
  readonly isArchived: boolean
  readonly archivedAt: string | null
  readonly isStarred: boolean
  readonly starredAt: string | null
  readonly isNotParsed: boolean
  readonly fetchState: FetchState
  readonly fetchReason: string | null
  readonly fetchGeneration: number
  readonly givenFields: readonly GivenField[]
  /** id of the import that created the entry; null if it was saved in another way */
  readonly importId: number | null
  readonly createdAt: string
  readonly updatedAt: string
  /** the owner's revision at the last change of the entry */
  readonly revision: number
}

/** A marked passage of an entry, with an optional note. The ranges are JSON text in the format of the clients. */
export interface EntryAnnotation {
  readonly id: number
  readonly text: string
  readonly quote: string
  readonly ranges: string
  /** name of a colour in src/annotations/annotation-color.ts */
  readonly color: string
  /** labels of the annotation's own tags; absent if it has none */
  readonly tags?: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * The time of saving of an entry whose import file states none that is possible, such as 0 or a date before the web. It
 * sorts before all others, and pages do not show it.
 */
export const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z'

export const MAX_TITLE = 1000
/** Maximum number of authors of an entry. */
export const MAX_AUTHORS = 100
/** Maximum length of an author's name in characters. */
export const MAX_AUTHOR = 250
/** Maximum length of a note, in UTF-16 units: the same as that of an annotation's note. */
export const MAX_NOTE = 100_000

/**
 * Updates the ranges of an entry's annotations, so that they mark the same words in a new text. Runs in the caller's
 * transaction.
 */
export type UpdateRanges = (tx: OwnerTx, owner: UserId, id: EntryId, html: string) => Promise<void>
