import { shownTitleOfRow, TITLE_COLUMNS, type TitleRow } from '../entries/shown-title.ts'
import type { EntryId } from '../kernel/branded-ids.ts'

/** An annotation in a list, with data of its entry. Times are ISO text in UTC. */
export interface ListedAnnotation {
  readonly id: number
  readonly entryId: EntryId
  readonly entryTitle: string
  readonly url: string
  readonly siteName: string
  /** names of the authors of the entry */
  readonly authors: readonly string[]
  /** labels of the tags of the entry */
  readonly tags: readonly string[]
  readonly quote: string
  readonly text: string
  readonly color: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** A row with the columns of an annotation and of its entry. */
export interface ListedRow extends TitleRow {
  readonly id: number
  readonly entry_id: number
  readonly domain_name: string | null
  readonly published_by: string | null
  readonly quote: string
  readonly text: string
  readonly color: string
  readonly ranges: string
  readonly created_at: string
  readonly updated_at: string
}

/** The `from` clause of a statement that reads `LISTED_COLUMNS`. The caller appends the conditions of `where`. */
export const LISTED_FROM =
  'from annotation join entry on entry.user_id = annotation.user_id and entry.id = annotation.entry_id where '
export const LISTED_COLUMNS =
  `annotation.id, annotation.entry_id, ${TITLE_COLUMNS}, entry.domain_name, entry.published_by, ` +
  'annotation.quote, annotation.text, annotation.color, annotation.ranges, annotation.created_at, annotation.updated_at'

/** @param tags labels of the tags of the entries */
export function listedAnnotation(row: ListedRow, tags: ReadonlyMap<EntryId, readonly string[]>): ListedAnnotation {
  const entryId = Number(row.entry_id) as EntryId
  return {
    id: Number(row.id),
    entryId,
    entryTitle: shownTitleOfRow(row),
    url: row.url,
    siteName: row.domain_name ?? '',
    authors: authorsOf(row.published_by),
    tags: tags.get(entryId) ?? [],
    quote: row.quote,
    text: row.text,
    color: row.color,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function authorsOf(json: string | null): string[] {
  const names: unknown = json === null ? [] : JSON.parse(json)
  return Array.isArray(names) ? names.flatMap((name) => (typeof name === 'string' ? [name.trim()] : [])) : []
}
