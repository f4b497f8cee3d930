import { authorsOf } from '../entries/authors-of.ts'
import { shownTitleOfRow, TITLE_COLUMNS, type TitleRow } from '../entries/shown-title.ts'
import { tagsMember } from './annotation-tags.ts'
import type { EntryId } from '../kernel/branded-ids.ts'

/**
 * An annotation or the note of an entry in a list, with data of its entry. Times are ISO text in UTC. A note of an entry
 * has neither a quote nor a colour.
 */
export interface ListedAnnotation {
  /** null for the note of an entry */
  readonly id: number | null
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
  /** labels of the annotation's own tags */
  readonly ownTags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** A row with the columns of an annotation and of its entry. The `id` of the note of an entry is 0. */
export interface ListedRow extends TitleRow {
  readonly id: number
  readonly entry_id: number
  readonly domain_name: string | null
  readonly published_by: string | null
  readonly quote: string
  readonly text: string
  readonly color: string
  readonly ranges: string
  readonly own_tags: string | null
  readonly created_at: string
  readonly updated_at: string
}

/**
 * @param keys SQL that selects the columns `listed_id`, `listed_entry` and `made_at` (annotation-filter.ts)
 * @param orderBy an order by these columns
 */
export const listedRowsSql = (keys: string, orderBy: string): string =>
  `select listed_id as id, listed_entry as entry_id, ${TITLE_COLUMNS}, entry.domain_name, entry.published_by, ` +
  "coalesce(annotation.quote, '') as quote, coalesce(annotation.text, entry.note, '') as text, " +
  "coalesce(annotation.color, '') as color, coalesce(annotation.ranges, '[]') as ranges, " +
  'annotation.tags as own_tags, made_at as created_at, coalesce(annotation.updated_at, made_at) as updated_at ' +
  `from (${keys}) as listed join entry on entry.user_id = $1 and entry.id = listed_entry ` +
  `left join annotation on annotation.user_id = $1 and annotation.id = listed_id order by ${orderBy}`

/** @returns the path of the reading page, at the place of an annotation or of the note */
export function listedHref({ id, entryId }: Pick<ListedAnnotation, 'id' | 'entryId'>): string {
  return `/view/${entryId}#${id === null ? 'entry-note' : `annotation-${id}`}`
}

/** @param tags labels of the tags of the entries */
export function listedAnnotation(row: ListedRow, tags: ReadonlyMap<EntryId, readonly string[]>): ListedAnnotation {
  const entryId = Number(row.entry_id) as EntryId
  return {
    id: Number(row.id) || null,
    entryId,
    entryTitle: shownTitleOfRow(row),
    url: row.url,
    siteName: row.domain_name ?? '',
    authors: authorsOf({ publishedBy: row.published_by }),
    tags: tags.get(entryId) ?? [],
    quote: row.quote,
    text: row.text,
    color: row.color,
    ownTags: tagsMember(row.own_tags).tags ?? [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
