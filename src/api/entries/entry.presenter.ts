import type { EntryAnnotation } from '../../entries/entry.ts'
import { membersAfterContent, membersBeforeContent, parsedJson } from '../../entries/entry-members.ts'
import { hashDecoded } from '../../entries/saving/address-hashes.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { wireDate } from '../wire/wire-date.ts'

/** The owner's data inside each entry. */
export interface EntryOwner {
  readonly id: number
  readonly username: string
  readonly email: string
  /** display name, null if there is none */
  readonly name: string | null
}

/** How a response differs from the usual shape. */
export interface EntryShape {
  /** whether to omit the id: responses to deletions (interface specification) */
  readonly withoutId?: boolean
  /**
   * responses to saves omit annotations (interface specification), or are null for a new entry, as wallabag's; `coloured`
   * ones have a member that wallabag does not know
   */
  readonly annotations?: 'listed' | 'coloured' | 'null' | 'omitted'
  /** with `metadata`, the content is null */
  readonly detail: 'full' | 'metadata'
}

const NULL = Buffer.from('null')

/** Consecutive pieces of JSON in UTF-8, so that long content is copied only once, into the response. */
export type JsonPieces = readonly Uint8Array[]

/**
 * @returns an entry as JSON. The members have the order of contract 16.16, because one client reads them by position;
 * the content is sent as stored.
 */
export function presentEntry(loaded: LoadedEntry, owner: EntryOwner, shape: EntryShape): JsonPieces {
  const { entry, annotations, tags } = loaded
  const { withoutId = false } = shape
  const user = { user_name: owner.username, user_email: owner.email, user_id: owner.id }
  const head = JSON.stringify(
    membersBeforeContent(entry, { date: wireDate, tags, owner: user, hash: hexHash, withoutId }),
  )
  const content = shape.detail === 'full' ? (loaded.content ?? NULL) : NULL
  const notes = presentAnnotations(annotations, owner, shape.annotations)
  const tail = JSON.stringify({
    ...membersAfterContent(entry, notes, wireDate),
    _links: { self: { href: `/api/entries/${withoutId ? '' : entry.id}` } },
  })
  return [Buffer.from(`${head.slice(0, -1)},"content":`), content, Buffer.from(`,${tail.slice(1)}`)]
}

function presentAnnotations(
  annotations: LoadedEntry['annotations'],
  owner: EntryOwner,
  shape: EntryShape['annotations'] = 'listed',
): object[] | null | undefined {
  if (shape === 'omitted') return undefined
  if (shape === 'null') return null
  return annotations.map((note) => ({
    ...presentAnnotation(note, owner),
    ...(shape === 'coloured' && { color: note.color }),
  }))
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
    ranges: parsedJson(annotation.ranges),
  }
}

function hexHash(address: string): string {
  return Buffer.from(hashDecoded(address)).toString('hex')
}
