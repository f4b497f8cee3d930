import type { Database, Dialect } from '../../db/database.ts'
import { storedText, storedTextSql } from '../../db/stored-text.ts'
import { StatementCache } from '../../db/statement-cache.ts'
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
 * @returns a function that loads any number of one owner's entries. Each batch of 50 takes one statement, so that all
 *   parts of an entry belong to the same revision: separate statements could see the state before and after a change.
 */
export function entryLoader(database: Database): LoadEntries {
  const statements = new StatementCache(database)
  const inIds = statements.inNumbers('$2')
  const statementFor = ({ hasContent }: LoadOptions) =>
    `select entry.*, ${TAGS[database.dialect]} as tags, ${ANNOTATIONS[database.dialect]} as annotations` +
    `${hasContent ? `, ${contentSql(database.dialect)} as content` : ''} ` +
    `from entry where entry.user_id = $1 and entry.id ${inIds}`
  const [withContent, withoutContent] = [statementFor({ hasContent: true }), statementFor({ hasContent: false })]
  return async (owner, ids, { hasContent }) => {
    const loaded = new Map<EntryId, LoadedEntry>()
    for await (const batch of slices(ids, BATCH_SIZE)) {
      const sql = hasContent ? withContent : withoutContent
      const rows = await statements.all<LoadedRow>(sql, [owner, JSON.stringify(batch)])
      for (const row of rows) loaded.set(row.id as EntryId, toLoadedEntry(row))
    }
    return loaded
  }
}

const OF_ENTRY = (table: string) => `${table}.user_id = entry.user_id and ${table}.entry_id = entry.id`
const TAGS_OF_ENTRY =
  'from entry_tag join tag on tag.user_id = entry_tag.user_id and tag.id = entry_tag.tag_id ' +
  `where ${OF_ENTRY('entry_tag')}`
const TAG = 'tag.id, tag.label, tag.slug'
const ANNOTATION = 'id, text, quote, ranges, color, tags, created_at, updated_at'

/** SQL expressions for the tags of an entry, ordered by label, and its annotations, as JSON arrays of arrays. */
const TAGS: Readonly<Record<Dialect, string>> = {
  sqlite: `(select json_group_array(json_array(${TAG}) order by tag.label) ${TAGS_OF_ENTRY})`,
  postgres: `(select json_agg(json_build_array(${TAG}) order by tag.label) ${TAGS_OF_ENTRY})::text`,
}
const ANNOTATIONS: Readonly<Record<Dialect, string>> = {
  sqlite: `(select json_group_array(json_array(${ANNOTATION}) order by id) from annotation where ${OF_ENTRY('annotation')})`,
  postgres: `(select json_agg(json_build_array(${ANNOTATION}) order by id) from annotation where ${OF_ENTRY('annotation')})::text`,
}

const contentSql = (dialect: Dialect) =>
  `(select ${storedTextSql(dialect, 'content')} from entry_content where ${OF_ENTRY('entry_content')})`

interface LoadedRow extends EntryRow {
  /** a JSON array of `TagFields`; on PostgreSQL null if there are none */
  readonly tags: string | null
  /** a JSON array of `AnnotationFields`; on PostgreSQL null if there are none */
  readonly annotations: string | null
  readonly content?: Uint8Array | string | null
}

type TagFields = readonly [id: number, label: string, slug: string]

type AnnotationFields = readonly [
  id: number,
  text: string,
  quote: string,
  ranges: string,
  color: string,
  tags: string | null,
  createdAt: string,
  updatedAt: string,
]

function toLoadedEntry({ tags, annotations, content, ...row }: LoadedRow): LoadedEntry {
  return {
    entry: toEntry(row),
    tags: parsed<TagFields>(tags).map(([id, label, slug]) => ({ id: id as TagId, label, slug })),
    annotations: parsed<AnnotationFields>(annotations).map(toAnnotation),
    content: content === null || content === undefined ? undefined : storedText(content),
  }
}

function parsed<T>(json: string | null): readonly T[] {
  return json === null || json === '[]' ? [] : (JSON.parse(json) as T[])
}

function toAnnotation([id, text, quote, ranges, color, tags, createdAt, updatedAt]: AnnotationFields): EntryAnnotation {
  const labels = tags === null ? {} : { tags: JSON.parse(tags) as string[] }
  return { id, text, quote, ranges, color, ...labels, createdAt, updatedAt }
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
