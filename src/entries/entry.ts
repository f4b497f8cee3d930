import type { EntryId, UserId } from '../kernel/brand.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** `none`: there is nothing to fetch, because the client gave it all. */
export type FetchState = 'none' | 'pending' | 'done' | 'failed'

/** Fields that a client may give and that a fetch then leaves alone. */
export type GivenField = 'title' | 'content' | 'language' | 'previewPicture' | 'publishedAt' | 'authors'

/** A saved page, without its content. Times are ISO text in UTC. */
export interface Entry {
  readonly id: EntryId
  readonly ownerId: UserId
  /** id of the public link, or null when there is none */
  readonly uid: string | null
  /** where the page lies after redirects */
  readonly url: string
  readonly givenUrl: string | null
  readonly originUrl: string | null
  readonly title: string | null
  readonly domainName: string | null
  readonly language: string | null
  readonly mimetype: string | null
  readonly previewPicture: string | null
  /** address of the small picture that stands for the site */
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
  /** number of the owner's change that touched the entry last */
  readonly revision: number
}

/** A remark on a piece of an entry. Ranges are kept as JSON text in the form clients sent. */
export interface EntryAnnotation {
  readonly id: number
  readonly text: string
  readonly quote: string
  readonly ranges: string
  readonly createdAt: string
  readonly updatedAt: string
}

export const MAX_TITLE = 1000

/** Lets the annotations of an entry follow their words into a new text, in the caller's transaction. */
export type KeepRanges = (tx: OwnerTx, owner: UserId, id: EntryId, html: string) => Promise<void>
