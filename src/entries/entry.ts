import type { EntryId, UserId } from '../kernel/brand.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** `none`: no fetch is needed, because the client supplied everything. */
export type FetchState = 'none' | 'pending' | 'done' | 'failed'

/** Fields that a client may supply and a fetch then leaves unchanged. */
export type GivenField = 'title' | 'content' | 'language' | 'previewPicture' | 'publishedAt' | 'authors'

/** A saved page, without its content. Times are ISO text in UTC. */
export interface Entry {
  readonly id: EntryId
  readonly ownerId: UserId
  /** id of the public link, or null if there is none */
  readonly uid: string | null
  /** address of the page after redirects */
  readonly url: string
  readonly givenUrl: string | null
  readonly originUrl: string | null
  readonly title: string | null
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
  readonly createdAt: string
  readonly updatedAt: string
  /** the owner's revision at the last change of the entry */
  readonly revision: number
}

/** A note on a range of an entry. Ranges are stored as JSON text in the client's format. */
export interface EntryAnnotation {
  readonly id: number
  readonly text: string
  readonly quote: string
  readonly ranges: string
  /** see src/annotations/annotation-color.ts */
  readonly color: string
  readonly createdAt: string
  readonly updatedAt: string
}

export const MAX_TITLE = 1000

/** Moves the annotations of an entry to the positions of their words in a new text, in the caller's transaction. */
export type KeepRanges = (tx: OwnerTx, owner: UserId, id: EntryId, html: string) => Promise<void>
