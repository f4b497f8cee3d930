import type { EntryAnnotation } from '../../entries/entry.ts'
import { membersAfterContent, membersBeforeContent, parsedJson } from '../../entries/entry-members.ts'
import { hashDecoded } from '../../entries/saving/entry-address.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { wireDate } from '../wire/wire-date.ts'

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
  const { entry, annotations, tags } = loaded
  const { withoutId = false } = shape
  const user = { user_name: owner.username, user_email: owner.email, user_id: owner.id }
  const head = JSON.stringify(
    membersBeforeContent(entry, { date: wireDate, tags, owner: user, hash: hexHash, withoutId }),
  )
  const content = shape.detail === 'full' ? (loaded.content ?? NULL) : NULL
  const notes = shape.withoutAnnotations ? undefined : annotations.map((note) => presentAnnotation(note, owner))
  const tail = JSON.stringify({
    ...membersAfterContent(entry, notes, wireDate),
    _links: { self: { href: `/api/entries/${withoutId ? '' : entry.id}` } },
  })
  return [Buffer.from(`${head.slice(0, -1)},"content":`), content, Buffer.from(`,${tail.slice(1)}`)]
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
