import type { EntryAnnotation } from '../../entries/entry.ts'
import { hashDecoded } from '../../entries/saving/entry-address.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { wireDate, wireDateOrNull } from '../wire/wire-date.ts'

/** What of the owner is told with every entry. */
export interface EntryOwner {
  readonly id: number
  readonly username: string
  readonly email: string
  /** display name, if there is one */
  readonly name: string | null
}

/** Where an answer differs from the usual shape. */
export interface EntryShape {
  /** left out of the answer to a deletion (interface specification) */
  readonly withoutId?: boolean
  /** left out of the answer to a save (interface specification) */
  readonly withoutAnnotations?: boolean
  /** `metadata` keeps the key of the content with null */
  readonly detail: 'full' | 'metadata'
}

const NULL = Buffer.from('null')

/** Pieces of JSON in UTF-8 that stand one behind the other, so that long content is copied only once, into the answer. */
export type JsonPieces = readonly Uint8Array[]

/**
 * @returns an entry as JSON. The members stand in the order of contract 16.16, because one client reads them by position;
 * the content is taken as it is stored.
 */
export function presentEntry(loaded: LoadedEntry, owner: EntryOwner, shape: EntryShape): JsonPieces {
  const { entry } = loaded
  const head = JSON.stringify({
    is_archived: entry.isArchived ? 1 : 0,
    is_starred: entry.isStarred ? 1 : 0,
    user_name: owner.username,
    user_email: owner.email,
    user_id: owner.id,
    tags: loaded.tags,
    is_public: entry.uid !== null,
    ...(!shape.withoutId && { id: entry.id }),
    uid: entry.uid,
    title: entry.title,
    url: entry.url,
    hashed_url: hexHash(entry.url),
    origin_url: entry.originUrl,
    given_url: entry.givenUrl,
    hashed_given_url: entry.givenUrl === null ? null : hexHash(entry.givenUrl),
    archived_at: wireDateOrNull(entry.archivedAt),
  })
  const content = shape.detail === 'full' ? (loaded.content ?? NULL) : NULL
  const tail = JSON.stringify(afterContent(loaded, owner, shape))
  return [Buffer.from(`${head.slice(0, -1)},"content":`), content, Buffer.from(`,${tail.slice(1)}`)]
}

function afterContent({ entry, annotations }: LoadedEntry, owner: EntryOwner, shape: EntryShape) {
  return {
    created_at: wireDate(entry.createdAt),
    updated_at: wireDate(entry.updatedAt),
    published_at: wireDateOrNull(entry.publishedAt),
    published_by: parsed(entry.publishedBy),
    starred_at: wireDateOrNull(entry.starredAt),
    ...(!shape.withoutAnnotations && { annotations: annotations.map((note) => presentAnnotation(note, owner)) }),
    mimetype: entry.mimetype,
    language: entry.language,
    reading_time: entry.readingTime,
    domain_name: entry.domainName,
    preview_picture: entry.previewPicture,
    http_status: entry.httpStatus,
    headers: parsed(entry.headers),
    _links: { self: { href: `/api/entries/${shape.withoutId ? '' : entry.id}` } },
  }
}

/** Inside an entry the name of who wrote it is null when the user has no display name (contract 3.4). */
function presentAnnotation(annotation: EntryAnnotation, owner: EntryOwner) {
  return {
    user: owner.name,
    annotator_schema_version: 'v1.0',
    id: annotation.id,
    text: annotation.text,
    created_at: wireDate(annotation.createdAt),
    updated_at: wireDate(annotation.updatedAt),
    quote: annotation.quote,
    ranges: parsed(annotation.ranges),
  }
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json)
}

function hexHash(address: string): string {
  return Buffer.from(hashDecoded(address)).toString('hex')
}
