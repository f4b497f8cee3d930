import type { Entry } from './entry.ts'

/** The parts of an entry's format in which API responses and exported files differ. */
interface MembersShape<Tag> {
  /** @returns an ISO time in the format of the response or file */
  readonly date: (iso: string) => string
  readonly tags: readonly Tag[]
  /** members that describe the owner; absent in files */
  readonly owner?: { readonly user_name: string; readonly user_email: string; readonly user_id: number }
  /** @returns the hash of an address; absent in files, which contain no hashes */
  readonly hash?: (address: string) => string
  /** true to leave out the id */
  readonly withoutId?: boolean
}

/**
 * @returns the members that precede the content, under their names in API responses and in the order of the
 *   wallabag contract (16.16). The order matters because one client reads members by position.
 */
export function membersBeforeContent<Tag>(entry: Entry, { date, tags, owner, hash, withoutId }: MembersShape<Tag>) {
  const { url, givenUrl } = entry
  const urlHash = hash?.(url)
  return {
    is_archived: entry.isArchived ? 1 : 0,
    is_starred: entry.isStarred ? 1 : 0,
    ...owner,
    tags,
    is_public: entry.uid !== null,
    ...(!withoutId && { id: entry.id }),
    uid: entry.uid,
    title: entry.title,
    url,
    ...(hash && { hashed_url: urlHash }),
    origin_url: entry.originUrl,
    given_url: givenUrl,
    ...(hash && { hashed_given_url: givenUrl === url ? urlHash : givenUrl === null ? null : hash(givenUrl) }),
    archived_at: dateOrNull(entry.archivedAt, date),
  }
}

/**
 * @param annotations annotations in the format of the response or file; null for a new entry; undefined leaves the
 *   member out
 * @returns the members that follow the content, in the order of wallabag contract 16.16
 */
export function membersAfterContent(
  entry: Entry,
  annotations: readonly object[] | null | undefined,
  date: (iso: string) => string,
) {
  return {
    created_at: date(entry.createdAt),
    updated_at: date(entry.updatedAt),
    published_at: dateOrNull(entry.publishedAt, date),
    published_by: parsedJson(entry.publishedBy),
    starred_at: dateOrNull(entry.starredAt, date),
    ...(annotations !== undefined && { annotations }),
    mimetype: entry.mimetype,
    language: entry.language,
    reading_time: entry.readingTime,
    domain_name: entry.domainName,
    preview_picture: entry.previewPicture,
    http_status: entry.httpStatus,
    headers: parsedJson(entry.headers),
  }
}

/** @returns the parsed value of a column that contains JSON; null for null */
export function parsedJson(json: string | null): unknown {
  return json === null ? null : JSON.parse(json)
}

function dateOrNull(iso: string | null, date: (iso: string) => string): string | null {
  return iso === null ? null : date(iso)
}
