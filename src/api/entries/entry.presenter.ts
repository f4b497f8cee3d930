import type { EntryAnnotation } from '../../entries/entry.ts'
import { membersAfterContent, membersBeforeContent, parsedJson } from '../../entries/entry-wire-members.ts'
import { contentForOthers } from '../../entries/failed-content.ts'
import { hashDecoded } from '../../entries/saving/address-hashes.ts'
import type { EntryFormat } from '../../entries/listing/entry-json.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { JsonChunks } from '../../http/json-body.ts'
import { wireDate } from '../wire/wire-date.ts'

/** The owner's data that the JSON of each entry contains. */
export interface EntryOwner {
  readonly id: number
  readonly username: string
  readonly email: string
  /** display name; null if there is none */
  readonly name: string | null
}

export type Detail = 'full' | 'metadata'

/** Variants of the JSON of an entry. */
export interface EntryShape {
  /** true to omit the member `id`, as in responses to deletions (interface specification) */
  readonly withoutId?: boolean
  /**
   * content of the member `annotations`. `listed` by default; `omitted` in responses to saves (interface
   * specification); `null` for a new entry, as in wallabag; `coloured` adds the colour, which wallabag's format does
   * not contain.
   */
  readonly annotations?: 'listed' | 'coloured' | 'null' | 'omitted'
  /** with `metadata`, the content is null */
  readonly detail: Detail
  /** true to add the member `note`, which wallabag's format does not contain */
  readonly hasNote?: boolean
}

const NULL = Buffer.from('null')

/** @returns the format of entries in lists */
export function listedEntryFormat(owner: EntryOwner, detail: Detail): EntryFormat {
  return {
    key: `${detail} ${owner.username}\n${owner.email}\n${owner.name ?? ''}`,
    hasContent: detail === 'full',
    present: (entries) => entries.map((entry) => presentEntry(entry, owner, { detail })),
  }
}

/**
 * @returns an entry as JSON. The members have the order of wallabag contract 16.16, because one client reads them by
 *   position. The content is stored as JSON text and included unchanged, except
 *   after a failed fetch.
 */
export function presentEntry(loaded: LoadedEntry, owner: EntryOwner, shape: EntryShape): JsonChunks {
  const { entry, annotations, tags } = loaded
  const { withoutId = false } = shape
  const user = { user_name: owner.username, user_email: owner.email, user_id: owner.id }
  const head = JSON.stringify(
    membersBeforeContent(entry, { date: wireDate, tags, owner: user, hash: hexHash, withoutId }),
  )
  const content = shape.detail === 'full' ? (contentForOthers(loaded) ?? NULL) : NULL
  const notes = presentAnnotations(annotations, owner, shape.annotations)
  const tail = JSON.stringify({
    ...membersAfterContent(entry, notes, wireDate),
    ...(shape.hasNote && { note: entry.note }),
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
    ...(shape === 'coloured' && { color: note.color, tags: note.tags ?? [] }),
  }))
}

/**
 * @returns an annotation in the format used inside entries. Its member `user` is null if the user has no display name
 *   (wallabag contract 3.4).
 */
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
