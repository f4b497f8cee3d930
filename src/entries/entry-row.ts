import type { Selectable } from 'kysely'
import type { EntryTable } from '../db/tables/entry-tables.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { Entry, FetchState, GivenField } from './entry.ts'

export type EntryRow = Selectable<EntryTable>

/** Converts a row of the table `entry`. All code that reads entries from the database must use this function. */
export function toEntry(row: EntryRow): Entry {
  return {
    id: row.id as EntryId,
    ownerId: row.user_id as UserId,
    uid: row.uid,
    url: row.url,
    givenUrl: row.given_url,
    originUrl: row.origin_url,
    title: row.title,
    note: row.note,
    noteSetAt: row.note_set_at,
    domainName: row.domain_name,
    language: row.language,
    mimetype: row.mimetype,
    previewPicture: row.preview_picture,
    siteIcon: row.site_icon,
    readingTime: row.reading_time,
    httpStatus: row.http_status,
    headers: row.headers,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
    isArchived: row.is_archived === 1,
    archivedAt: row.archived_at,
    isStarred: row.is_starred === 1,
    starredAt: row.starred_at,
    isNotParsed: row.is_not_parsed === 1,
    fetchState: row.fetch_state as FetchState,
    fetchReason: row.fetch_reason,
    fetchGeneration: row.fetch_generation,
    givenFields: JSON.parse(row.given_fields) as GivenField[],
    importId: row.import_id === null ? null : Number(row.import_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  }
}
