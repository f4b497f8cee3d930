import { createHash } from 'node:crypto'
import type { SqlValue } from '../db/database.ts'
import type { IndexedEntry } from '../query/text/index-words.ts'
import { parseJson } from '../kernel/json.ts'

/** Runs a read-only statement. Its parameters are `$1`, `$2`, … on both databases. */
export interface RunStatement {
  <Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]>
}

/**
 * The last change of a user that is indexed. All changes of earlier revisions are indexed too. Several entries may have
 * changed at `revision`; they are indexed up to `entryId`.
 */
export interface Cursor {
  readonly revision: number
  readonly entryId: number
}

interface Progress {
  readonly cursor: Cursor
  /** current revision of the user, which is the number of the latest change */
  readonly revision: number
}

/** An entry as stored in the database. The thread that indexes it decodes its content. */
export interface ChangedEntry extends Omit<IndexedEntry, 'content'> {
  /** the owner's revision at the last change of the entry */
  readonly revision: number
  /** time of saving as ISO text, which is part of the index on PostgreSQL */
  readonly createdAt: string
  /** JSON string in UTF-8, possibly cut off at `MAX_CONTENT_BYTES`; undefined if the entry has no content */
  readonly content: Uint8Array | undefined
}

interface ChangedEntries {
  readonly entries: readonly ChangedEntry[]
  /** the last change that the search index includes once these entries are indexed */
  readonly cursor: Cursor
  /** true if no further changes remain */
  readonly isEnd: boolean
}

/** Value of `entryId` in a cursor if all entries that changed at the cursor's revision are indexed. */
export const EVERY_ENTRY = Number.MAX_SAFE_INTEGER

/** Maximum number of bytes that are read of a content. The rest of a longer content is not indexed. */
const MAX_CONTENT_BYTES = 4_000_000
/** Maximum number of content bytes in a batch. A batch contains at least one entry, even if its content is larger. */
const MAX_BATCH_BYTES = 1_000_000
/** Maximum number of annotations that are read for a batch of entries, and of tags. Further ones are not indexed. */
const MAX_PARTS = 20_000

/**
 * @returns the last change of a user that the search index includes, and the user's current revision; undefined if the
 *   user was deleted
 */
export async function readProgress(run: RunStatement, owner: number): Promise<Progress | undefined> {
  const [row] = await run<ProgressRow>(PROGRESS_SQL, [owner])
  return row && { cursor: { revision: row.reached, entryId: row.entry_id }, revision: row.revision }
}

/** @returns true if all changes of the user are indexed */
export function isUpToDate({ cursor, revision }: Progress): boolean {
  return cursor.revision > revision || (cursor.revision === revision && cursor.entryId === EVERY_ENTRY)
}

/**
 * @param most the count stops at this number
 * @returns the number of changed entries that are not indexed yet
 */
export async function countUnindexed(run: RunStatement, owner: number, most: number): Promise<number> {
  const progress = await readProgress(run, owner)
  if (!progress || isUpToDate(progress)) return 0
  const { revision, entryId } = progress.cursor
  const [row] = await run<{ count: number | string }>(COUNT_UNINDEXED, [owner, revision, entryId, most])
  return Number(row?.count ?? 0)
}

/** SQL condition on a row of `user_revision` that all changes of the user are indexed, as `isUpToDate` tests it */
export const IS_UP_TO_DATE = `exists (
  select 1 from search_state where search_state.user_id = user_revision.user_id and (
    search_state.revision > user_revision.revision or
    (search_state.revision = user_revision.revision and search_state.entry_id = ${EVERY_ENTRY})))`

const COUNT_UNINDEXED =
  'select count(*) as count from (select 1 from entry where user_id = $1 ' +
  'and revision >= $2 and (revision > $2 or id > $3) limit $4) as waiting'

const PROGRESS_SQL =
  'select user_revision.revision, coalesce(search_state.revision, 0) as reached, ' +
  'coalesce(search_state.entry_id, 0) as entry_id from user_revision ' +
  'left join search_state on search_state.user_id = user_revision.user_id where user_revision.user_id = $1'

interface ProgressRow {
  readonly revision: number
  readonly reached: number
  readonly entry_id: number
}

/**
 * @returns the ids of up to 20 users with unindexed changes. The order is random, so that users whose entries cannot be
 * indexed do not block the others forever.
 */
export async function findUsersBehind(run: RunStatement): Promise<number[]> {
  const rows = await run<{ user_id: number }>(USERS_BEHIND, [EVERY_ENTRY])
  return rows.map((row) => row.user_id)
}

const USERS_BEHIND =
  'select user_revision.user_id from user_revision ' +
  'left join search_state on search_state.user_id = user_revision.user_id ' +
  'where user_revision.revision > 0 and (search_state.revision is null ' +
  'or search_state.revision < user_revision.revision ' +
  'or (search_state.revision = user_revision.revision and search_state.entry_id < $1)) order by random() limit 20'

/**
 * Reads the entries that changed after the cursor, in the order of their changes. No change is missed, because the
 * changes of a user are committed one after another (src/users/revision.ts). Therefore, a transaction that sees a
 * change also sees all earlier changes.
 * @param inIds SQL for "is in this list of integers"; the list is parameter `$2`
 * @param most maximum number of entries. Fewer are returned if their contents are large, or if no further changes
 *   remain.
 */
export async function readChanged(
  run: RunStatement,
  inIds: string,
  { owner, progress, most }: { readonly owner: number; readonly progress: Progress; readonly most: number },
): Promise<ChangedEntries> {
  const { cursor, revision } = progress
  const found = await run<EntryRow>(ENTRIES, [owner, cursor.revision, cursor.entryId, most])
  const rows = firstBytes(found, MAX_BATCH_BYTES)
  const last = rows.at(-1)
  const isEnd = found.length < most && rows.length === found.length
  const entries = rows.length === 0 ? [] : assemble(rows, await readParts(run, inIds, owner, rows))
  if (!last) return { entries, cursor: { revision, entryId: EVERY_ENTRY }, isEnd }
  const reached = { revision: last.revision, entryId: last.id }
  // The rows may include changes that were made after the revision was read. In this case, the cursor points to the
  // last row.
  return { entries, cursor: isEnd && last.revision <= revision ? { revision, entryId: EVERY_ENTRY } : reached, isEnd }
}

/** @returns the first rows whose contents together have at most `most` bytes; at least one row */
function firstBytes(rows: readonly EntryRow[], most: number): readonly EntryRow[] {
  let bytes = 0
  const end = rows.findIndex((row) => (bytes += Math.min(row.bytes ?? 0, MAX_CONTENT_BYTES)) > most)
  return end === -1 ? rows : rows.slice(0, Math.max(end, 1))
}

async function readParts(run: RunStatement, inIds: string, owner: number, rows: readonly EntryRow[]): Promise<Parts> {
  const parameters = [owner, JSON.stringify(rows.map(({ id }) => id))]
  const contents = await run<ContentRow>(`${CONTENTS} ${inIds}`, parameters)
  const tags = await run<TagRow>(
    `${TAGS} ${inIds} order by entry_tag.entry_id, tag.label limit ${MAX_PARTS}`,
    parameters,
  )
  const notes = await run<NoteRow>(`${NOTES} ${inIds} order by id limit ${MAX_PARTS}`, parameters)
  return { contents, tags, notes }
}

const ENTRIES =
  'select id, revision, created_at, title, note, url, domain_name, language, published_by, (select octet_length(content) ' +
  'from entry_content where entry_content.user_id = $1 and entry_id = entry.id) as bytes from entry ' +
  'where user_id = $1 and revision >= $2 and (revision > $2 or id > $3) order by revision, id limit $4'
const CONTENTS =
  `select entry_id, substr(content, 1, ${MAX_CONTENT_BYTES}) as content from entry_content ` +
  'where user_id = $1 and entry_id'
const TAGS =
  'select entry_tag.entry_id, tag.label from entry_tag join tag on tag.user_id = entry_tag.user_id ' +
  'and tag.id = entry_tag.tag_id where entry_tag.user_id = $1 and entry_tag.entry_id'
const NOTES = 'select entry_id, text, quote from annotation where user_id = $1 and entry_id'

interface EntryRow {
  readonly id: number
  readonly revision: number
  readonly created_at: string
  readonly title: string | null
  readonly note: string | null
  readonly url: string
  readonly domain_name: string | null
  readonly language: string | null
  readonly published_by: string | null
  /** length of the stored content in bytes; null if there is none */
  readonly bytes: number | null
}

interface ContentRow {
  readonly entry_id: number
  readonly content: Uint8Array
}

interface TagRow {
  readonly entry_id: number
  readonly label: string
}

interface NoteRow {
  readonly entry_id: number
  readonly text: string
  readonly quote: string
}

interface Parts {
  readonly contents: readonly ContentRow[]
  readonly tags: readonly TagRow[]
  readonly notes: readonly NoteRow[]
}

function assemble(rows: readonly EntryRow[], parts: Parts): ChangedEntry[] {
  const contents = new Map(parts.contents.map((row) => [row.entry_id, row.content]))
  const tags = Map.groupBy(parts.tags, (row) => row.entry_id)
  const notes = Map.groupBy(parts.notes, (row) => row.entry_id)
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    createdAt: row.created_at,
    title: row.title ?? '',
    url: row.url,
    domain: row.domain_name ?? '',
    language: row.language ?? '',
    authors: parseNames(row.published_by),
    tags: (tags.get(row.id) ?? []).map(({ label }) => label),
    notes: [
      ...(row.note === null ? [] : [row.note]),
      ...(notes.get(row.id) ?? []).flatMap((one) => [one.text, one.quote]),
    ],
    content: contents.get(row.id),
  }))
}

/** @returns the names; none for invalid JSON, because one damaged value must not stop the indexing */
function parseNames(json: string | null): string[] {
  const names = parseJson(json ?? '[]')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/**
 * Number of the way in which entries become words. It must be increased with every change of the words that
 * `indexWords` makes, so that unchanged entries are indexed again.
 */
const WORDS_VERSION = 1
const FINGERPRINT_BYTES = 16

/**
 * @returns a hash of everything that determines the words of an entry. If it is the same as when the entry was indexed,
 *   the index already contains its words.
 */
export function fingerprintOf(entry: ChangedEntry): Uint8Array {
  const { revision: _revision, content, ...texts } = entry
  const hash = createHash('sha256').update(JSON.stringify([WORDS_VERSION, texts]))
  if (content) hash.update(content)
  return hash.digest().subarray(0, FINGERPRINT_BYTES)
}

/** @returns the entry with its decoded content */
export function decodeEntry(entry: ChangedEntry): IndexedEntry {
  return { ...entry, content: parseContent(entry.content) }
}

/**
 * @param stored a JSON string in UTF-8, possibly cut off
 * @returns the string, which contains HTML; an empty string if the JSON is damaged
 */
export function parseContent(stored: Uint8Array | undefined): string {
  if (!stored) return ''
  const json = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString()
  const isWhole = stored.byteLength < MAX_CONTENT_BYTES
  // If the JSON was cut off, an incomplete escape sequence at the end is removed, and the closing quotation mark is
  // added.
  const html = parseJson(isWhole ? json : `${json.slice(0, -6)}${json.slice(-6).replace(/\\[^\\]{0,5}$|"$/, '')}"`)
  return typeof html === 'string' ? html : ''
}
