import type { EntrySort } from '../entries/listing/entry-filter.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import type { FeedOwner } from '../users/feed-token.ts'

export type FeedListName = 'unread' | 'archive' | 'starred' | 'all'

/** The list of entries that a feed contains. */
export type FeedSubject =
  | { readonly kind: FeedListName }
  | { readonly kind: 'tag'; readonly slug: string; readonly sort: Extract<EntrySort, 'created' | 'updated'> }
  | { readonly kind: 'search'; readonly term: string }
  | { readonly kind: 'collection'; readonly id: number; readonly name: string }

/** The data for one page of a feed, without the content of its entries. Addresses are absolute. */
export interface Feed {
  readonly owner: FeedOwner
  readonly subject: FeedSubject
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  readonly version: string
  /** address of the icon of the service */
  readonly icon: string
  /** address of the same list in the web app */
  readonly page: string
  readonly links: FeedLinks
  /** ids of the entries on this page, in order */
  readonly ids: readonly EntryId[]
}

/** Addresses of this page of the feed, the adjacent pages and the last page (RFC 5005, section 3). */
export interface FeedLinks {
  readonly self: string
  readonly previous?: string
  readonly next?: string
  readonly last: string
}

/** @returns the name of the list in the title of the feed (contract, section 9) */
export function feedName(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `tag ${subject.slug}`
  if (subject.kind === 'collection') return `collection ${subject.name}`
  return subject.kind === 'search' ? `search ${subject.term}` : subject.kind
}

/** @returns an id in the format of wallabag's feeds: `wallabag:<address without scheme and www.>:<user>:<rest>` */
export function feedId({ baseUrl, owner }: Feed, rest: string): string {
  const base = baseUrl.replace(/^https?:\/\//, '').replace(/^www\./, '')
  return `wallabag:${base}:${owner.username}:${rest}`
}

/**
 * @param minutes reading time at 200 words per minute
 * @returns reading time in whole minutes at the owner's reading speed (contract 12.1)
 */
export function minutesFor({ readingSpeed }: FeedOwner, minutes: number): number {
  return Math.floor((minutes / readingSpeed) * 200)
}

/** @returns the time in the form `2024-05-06T07:08:09+00:00` */
export function feedDate(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}+00:00`
}

/** @returns the part of the feed's id that identifies the list */
export function subjectId(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `tag:${subject.slug}`
  if (subject.kind === 'collection') return `collection:${subject.id}`
  return subject.kind === 'search' ? `search:${encodeURIComponent(subject.term)}` : subject.kind
}

/** @returns a description of the feed */
export function feedSentence(format: string, subject: FeedSubject): string {
  if (subject.kind === 'tag') return `${format} feed for entries tagged with ${subject.slug}`
  if (subject.kind === 'collection') return `${format} feed for entries of the collection ${subject.name}`
  return subject.kind === 'search'
    ? `${format} feed for entries with ${subject.term}`
    : `${format} feed for ${subject.kind} entries`
}
