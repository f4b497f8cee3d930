/** Which of a user's entries, in which order, which page of them. */
export interface EntryFilter {
  readonly isArchived?: boolean
  readonly isStarred?: boolean
  /** has a public link */
  readonly isPublic?: boolean
  readonly isNotParsed?: boolean
  readonly hasAnnotations?: boolean
  /** somebody has begun to read it and is not at its end */
  readonly isBegun?: boolean
  readonly httpStatus?: string
  readonly domainName?: string
  /** labels; an entry must have all of them */
  readonly tags?: readonly string[]
  /** has no tag at all */
  readonly isUntagged?: boolean
  /** the last try to fetch it failed, and there is no text of an earlier one */
  readonly isFailed?: boolean
  /** primary tag of BCP 47, such as `fr`, which `fr-CA` belongs to */
  readonly language?: string
  /** minutes of reading, as they are stored; both bounds belong to it */
  readonly minMinutes?: number
  readonly maxMinutes?: number
  /** Unix seconds; keeps what was updated in a later second */
  readonly since?: number
  readonly sort: EntrySort
  readonly order: 'asc' | 'desc'
  /** from 1 */
  readonly page: number
  readonly perPage: number
  /** entries before the first of the page, where these are not whole pages */
  readonly offset?: number
}

/** `created` goes by id, so that imported old entries sort as new (contract 2.1); `none` leaves it to the database. */
export type EntrySort =
  'created' | 'updated' | 'archived' | 'starred' | 'published' | 'title' | 'minutes' | 'read' | 'none'
