import type { EntrySort } from '../entries/listing/entry-filter.ts'
import type { EntryId } from '../kernel/brand.ts'
import type { FeedOwner } from '../users/feed-token.ts'

export type FeedListName = 'unread' | 'archive' | 'starred' | 'all'

/** The content of a feed. */
export type FeedSubject =
  | { readonly kind: FeedListName }
  | { readonly kind: 'tag'; readonly slug: string; readonly sort: Extract<EntrySort, 'created' | 'updated'> }
  | { readonly kind: 'search'; readonly term: string }
  | { readonly kind: 'collection'; readonly id: number; readonly name: string }

/** One page of a feed, complete except for the content of its entries. Addresses are absolute. */
export interface Feed {
  readonly owner: FeedOwner
  readonly subject: FeedSubject
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  readonly version: string
  /** address of the icon of the service */
  readonly icon: string
  /** address of the list in the web app */
  readonly page: string
  readonly links: FeedLinks
  /** the entries, in order */
  readonly ids: readonly EntryId[]
}

/** Addresses of this page of the feed and of the adjacent ones (RFC 5005, section 3). */
export interface FeedLinks {
  readonly self: string
  readonly previous?: string
  readonly next?: string
  readonly last: string
}

/** @returns the name of the feed in its title and id (contract, section 9) */
export function feedName(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `tag ${subject.slug}`
  if (subject.kind === 'collection') return `collection ${subject.name}`
  return subject.kind === 'search' ? `search ${subject.term}` : subject.kind
}

/** @returns `wallabag:<address without scheme and www.>:<user>:<rest>`, the form of ids in older feeds */
export function feedId({ baseUrl, owner }: Feed, rest: string): string {
  const base = baseUrl.replace(/^https?:\/\//, '').replace(/^www\./, '')
  return `wallabag:${base}:${owner.username}:${rest}`
}

/** @returns whole minutes at the owner's own speed; `minutes` is for 200 words a minute (contract 12.1) */
export function minutesFor({ readingSpeed }: FeedOwner, minutes: number): number {
  return Math.floor((minutes / readingSpeed) * 200)
}

/** @returns the time with a colon in its offset, as `2024-05-06T07:08:09+00:00` */
export function feedDate(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}+00:00`
}

/** @returns the end of the feed's id */
export function subjectId(subject: FeedSubject): string {
  if (subject.kind === 'tag') return `tag:${subject.slug}`
  if (subject.kind === 'collection') return `collection:${subject.id}`
  return subject.kind === 'search' ? `search:${encodeURIComponent(subject.term)}` : subject.kind
}

/** @returns a sentence about the content of the feed */
export function feedSentence(format: string, subject: FeedSubject): string {
  if (subject.kind === 'tag') return `${format} feed for entries tagged with ${subject.slug}`
  if (subject.kind === 'collection') return `${format} feed for entries of the collection ${subject.name}`
  return subject.kind === 'search'
    ? `${format} feed for entries with ${subject.term}`
    : `${format} feed for ${subject.kind} entries`
}
