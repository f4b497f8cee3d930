import { titleFromAddress } from '../../entries/saving/entry-address.ts'
import type { Import } from '../import.ts'
import type { CleanCandidate } from './sanitise-rows.ts'
import type { ImportRow } from '../import-row.ts'
import type { TableColumns } from './insert-rows-as-json.ts'
import { storableJson } from '../../kernel/storable-text.ts'

export const ENTRY_COLUMNS: TableColumns = {
  table: 'entry',
  columns: {
    user_id: 'int',
    uid: 'text',
    url: 'text',
    given_url: 'text',
    origin_url: 'text',
    title: 'text',
    domain_name: 'text',
    language: 'text',
    mimetype: 'text',
    preview_picture: 'text',
    reading_time: 'int',
    http_status: 'text',
    headers: 'text',
    published_at: 'text',
    published_by: 'text',
    is_archived: 'int',
    archived_at: 'text',
    is_starred: 'int',
    starred_at: 'text',
    fetch_state: 'text',
    fetch_generation: 'int',
    given_fields: 'text',
    created_at: 'text',
    updated_at: 'text',
    revision: 'int',
    note: 'text',
    import_id: 'int',
  },
  returning: ['id', 'url'],
}

interface EntryContext {
  readonly job: Import
  readonly revision: number
  /** ISO time */
  readonly now: string
  /** ids of public links that other entries already have */
  readonly takenUids: ReadonlySet<string>
}

/** @returns the column values of a new entry, as `ENTRY_COLUMNS` lists them */
export function entryValues(candidate: CleanCandidate, context: EntryContext): Readonly<Record<string, unknown>> {
  const { row, cleaned } = candidate
  const { job, revision, now, takenUids } = context
  const isFetched = cleaned === undefined && job.options.isFetching
  return {
    user_id: job.ownerId,
    uid: row.uid !== undefined && !takenUids.has(row.uid) ? row.uid : null,
    ...pageValues(candidate),
    ...stateValues(row, context),
    fetch_state: isFetched ? 'pending' : 'none',
    fetch_generation: isFetched ? 1 : 0,
    given_fields: JSON.stringify(givenFieldsOf(row)),
    updated_at: now,
    revision,
    import_id: job.id,
  }
}

function pageValues({ row, cleaned }: CleanCandidate): Readonly<Record<string, unknown>> {
  return {
    url: row.url,
    given_url: row.givenUrl ?? row.url,
    origin_url: row.originUrl,
    domain_name: row.host,
    mimetype: row.mimetype,
    http_status: row.httpStatus,
    headers: row.headers,
    published_at: row.publishedAt,
    note: row.note,
    published_by: row.authors && storableJson(row.authors),
    ...contentValues(row, cleaned),
  }
}

/** Values that the file states for a page take precedence over values found in the content of the page. */
function contentValues(row: ImportRow, cleaned: CleanCandidate['cleaned']): Readonly<Record<string, unknown>> {
  return {
    title: row.title ?? row.linkText ?? cleaned?.title ?? titleFromAddress(row.url),
    language: row.language ?? cleaned?.language,
    preview_picture: row.previewPicture ?? cleaned?.previewPicture,
    reading_time: cleaned?.readingTime ?? 0,
  }
}

/** A starred entry gets a star time only if the file contains one (wallabag contract, section 11). */
function stateValues(row: ImportRow, { job, now }: EntryContext): Readonly<Record<string, unknown>> {
  const isArchived = job.options.isAllRead || row.isArchived === true
  const isStarred = row.isStarred === true
  const imported = new Date(Date.parse(job.createdAt) - (row.msBeforeImport ?? 0)).toISOString()
  return {
    is_archived: isArchived ? 1 : 0,
    archived_at: isArchived ? (row.archivedAt ?? now) : null,
    is_starred: isStarred ? 1 : 0,
    starred_at: isStarred ? row.starredAt : null,
    created_at: row.createdAt ?? imported,
  }
}

/** @returns the fields that a later fetch must not overwrite (see src/entries/changing/entry-input.ts) */
function givenFieldsOf(row: ImportRow): string[] {
  const fields = ['title', 'content', 'language', 'previewPicture', 'publishedAt', 'authors'] as const
  return fields.filter((field) => row[field] !== undefined)
}
