import type { EntrySort } from '../entries/listing/entry-filter.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import type { FeedOwner } from '../users/feed-token.ts'

export type FeedListName = 'unread' | 'archive' | 'starred' | 'all'

/** The entries that a feed contains: one of the standard lists, or those of a tag, a search or a collection. */
export type FeedSubject =
  | { readonly kind: FeedListName }
  | { readonly kind: 'tag'; readonly slug: string; readonly sort: Extract<EntrySort, 'created' | 'updated'> }
  /** `since` is the ISO time of the last change of the feed itself: of the collection, or of the account */
  | { readonly kind: 'search'; readonly term: string; readonly since: string }
  | { readonly kind: 'collection'; readonly id: number; readonly name: string; readonly since: string }

/** The data of one page of a feed. It contains the ids of the entries, not their content. Addresses are absolute. */
export interface Feed {
  readonly owner: FeedOwner
  readonly subject: FeedSubject
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  readonly version: string
  /** address of Dogear's icon */
  readonly icon: string
  /** address of the page in the web app that lists the same entries */
  readonly page: string
  readonly links: FeedLinks
  /** ids of the entries on this page, in order */
  readonly ids: readonly EntryId[]
}

/**
 * Addresses of the current page of the feed, the pages before and after it, and the last page (RFC 5005, section 3).
 */
export interface FeedLinks {
  readonly self: string
  readonly previous?: string
  readonly next?: string
  readonly last: string
}

/** @returns the list's name as it appears in the feed's title (wallabag contract, section 9) */
export function feedName(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `tag ${subject.slug}`
  if (subject.kind === 'collection') return `collection ${subject.name}`
  return subject.kind === 'search' ? `search ${subject.term}` : subject.kind
}

/** @returns a feed or entry id in wallabag's format: `wallabag:<address without scheme and www.>:<user>:<rest>` */
export function feedId({ baseUrl, owner }: Feed, rest: string): string {
  const base = baseUrl.replace(/^https?:\/\//, '').replace(/^www\./, '')
  return `wallabag:${base}:${owner.username}:${rest}`
}

/**
 * @param minutes reading time at 200 words per minute
 * @returns reading time in whole minutes at the owner's reading speed (wallabag contract, section 12.1)
 */
export function minutesFor({ readingSpeed }: FeedOwner, minutes: number): number {
  return Math.floor((minutes / readingSpeed) * 200)
}

/** @returns a time in the format of wallabag's feeds: `2024-05-06T07:08:09+00:00` */
export function feedDate(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}+00:00`
}

/** @returns the last part of the feed's id, which identifies the list */
export function subjectId(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `tag:${subject.slug}`
  if (subject.kind === 'collection') return `collection:${subject.id}`
  return subject.kind === 'search' ? `search:${encodeURIComponent(subject.term)}` : subject.kind
}

/** @returns a sentence that describes the feed */
export function feedSentence(format: string, subject: FeedSubject): string {
  if (subject.kind === 'tag') return `${format} feed for entries tagged with ${subject.slug}`
  if (subject.kind === 'collection') return `${format} feed for entries of the collection ${subject.name}`
  return subject.kind === 'search'
    ? `${format} feed for entries with ${subject.term}`
    : `${format} feed for ${subject.kind} entries`
}
