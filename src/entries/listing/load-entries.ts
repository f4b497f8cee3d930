import { bytesSql, toBytes } from '../../db/bytes-in-base64.ts'
import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { AnnotationTable } from '../../db/tables/entry-tables.ts'
import type { EntryId, TagId, UserId } from '../../kernel/branded-ids.ts'
import { slices } from '../../kernel/slices.ts'
import type { Tag } from '../../tags/tag.ts'
import type { Entry, EntryAnnotation } from '../entry.ts'
import { toEntry, type EntryRow } from '../entry-row.ts'

/** An entry with its tags, annotations and content. */
export interface LoadedEntry {
  readonly entry: Entry
  readonly tags: readonly Tag[]
  readonly annotations: readonly EntryAnnotation[]
  /** the HTML as stored: a JSON string, encoded in UTF-8; undefined if there is none or it was not requested */
  readonly content: Uint8Array | undefined
}

export interface LoadOptions {
  readonly hasContent: boolean
}

export type LoadEntries = (
  owner: UserId,
  ids: readonly EntryId[],
  options: LoadOptions,
) => Promise<Map<EntryId, LoadedEntry>>

/** Number of entries that are loaded together. On SQLite, loading more would block the event loop too long. */
const BATCH_SIZE = 50

/**
 * @returns a function that loads any number of one owner's entries. Each batch of 50 takes a fixed number of queries.
 */
export function entryLoader(database: Database): LoadEntries {
  const statements = new StatementCache(database)
  const inIds = statements.inNumbers('$2')
  const queries = {
    entries: `select * from entry where user_id = $1 and id ${inIds}`,
    tags:
      'select entry_tag.entry_id, tag.id, tag.label, tag.slug from entry_tag ' +
      'join tag on tag.user_id = entry_tag.user_id and tag.id = entry_tag.tag_id ' +
      `where entry_tag.user_id = $1 and entry_tag.entry_id ${inIds} order by tag.label`,
    annotations: `select * from annotation where user_id = $1 and entry_id ${inIds} order by id`,
    contents:
      `select entry_id, ${bytesSql(database.dialect, 'content')} as content from entry_content ` +
      `where user_id = $1 and entry_id ${inIds}`,
  }
  const loadTogether = async (owner: UserId, ids: readonly EntryId[], { hasContent }: LoadOptions) => {
    const parameters = [owner, JSON.stringify(ids)]
    const [entries, tags, annotations, contents] = await Promise.all([
      statements.all<EntryRow>(queries.entries, parameters),
      statements.all<TagRow>(queries.tags, parameters),
      statements.all<AnnotationRow>(queries.annotations, parameters),
      hasContent ? statements.all<ContentRow>(queries.contents, parameters) : [],
    ])
    return assemble(entries, { tags, annotations, contents })
  }
  return async (owner, ids, options) => {
    const loaded = new Map<EntryId, LoadedEntry>()
    for await (const batch of slices(ids, BATCH_SIZE)) {
      for (const [id, entry] of await loadTogether(owner, batch, options)) loaded.set(id, entry)
    }
    return loaded
  }
}

interface TagRow {
  readonly entry_id: number
  readonly id: number
  readonly label: string
  readonly slug: string
}

type AnnotationRow = Omit<AnnotationTable, 'id' | 'color'> & { readonly id: number; readonly color: string }

interface ContentRow {
  readonly entry_id: number
  readonly content: Uint8Array | string
}

interface Parts {
  readonly tags: readonly TagRow[]
  readonly annotations: readonly AnnotationRow[]
  readonly contents: readonly ContentRow[]
}

function assemble(rows: readonly EntryRow[], parts: Parts): Map<EntryId, LoadedEntry> {
  const tags = Map.groupBy(parts.tags, (row) => row.entry_id)
  const annotations = Map.groupBy(parts.annotations, (row) => row.entry_id)
  const contents = new Map(parts.contents.map((row) => [row.entry_id, toBytes(row.content)]))
  return new Map(
    rows.map((row) => [
      row.id as EntryId,
      {
        entry: toEntry(row),
        tags: (tags.get(row.id) ?? []).map(({ id, label, slug }) => ({ id: id as TagId, label, slug })),
        annotations: (annotations.get(row.id) ?? []).map(toAnnotation),
        content: contents.get(row.id),
      },
    ]),
  )
}

function toAnnotation(row: AnnotationRow): EntryAnnotation {
  return {
    id: row.id,
    text: row.text,
    quote: row.quote,
    ranges: row.ranges,
    color: row.color,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const FIND_SHARED =
  'select entry.id, entry.user_id from entry join users on users.id = entry.user_id where entry.uid = $1 and users.is_enabled = 1'

/**
 * @returns a function that finds a publicly shared entry and its owner; undefined if the link does not exist or the
 * owner's account is suspended
 */
export function sharedEntryFinder(database: Database) {
  const statement = database.prepare<{ readonly id: number; readonly user_id: number }>(FIND_SHARED)
  return async (uid: string) => {
    if (!/^[\w.-]{1,64}$/.test(uid)) return undefined
    const [row] = await statement.all(uid)
    return row && { id: Number(row.id) as EntryId, owner: Number(row.user_id) as UserId }
  }
}
