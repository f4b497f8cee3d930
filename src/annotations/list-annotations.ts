import type { Database } from '../db/database.ts'
import { StatementRegistry } from '../db/statement-registry.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import { shownTitleOfRow, TITLE_COLUMNS, type TitleRow } from '../entries/shown-title.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import { type AnnotationFilter, annotationSql } from './annotation-filter.ts'
import { mapArticle } from './article-map.ts'
import { placeAnnotations } from './place-annotations.ts'

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

export interface AnnotationPage {
  /** number of annotations that match the filter */
  readonly total: number
  readonly annotations: readonly ListedAnnotation[]
}

interface Row extends TitleRow {
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

const FROM =
  'from annotation join entry on entry.user_id = annotation.user_id and entry.id = annotation.entry_id where '
const COLUMNS =
  `annotation.id, annotation.entry_id, ${TITLE_COLUMNS}, entry.domain_name, entry.published_by, ` +
  'annotation.quote, annotation.text, annotation.color, annotation.ranges, annotation.created_at, annotation.updated_at'

export interface AnnotationListDeps {
  readonly database: Database
  readonly loadEntries: LoadEntries
}

export type ListAnnotations = (
  owner: UserId,
  filter: AnnotationFilter,
  page: { readonly number: number; readonly perPage: number },
) => Promise<AnnotationPage>

/** @returns a function that lists an owner's annotations. Pages are counted from 1. */
export function annotationLister({ database, loadEntries }: AnnotationListDeps): ListAnnotations {
  const book = new StatementRegistry(database)
  return async (owner, filter, { number, perPage }) => {
    const { where, orderBy, parameters } = annotationSql(owner, filter)
    const [limit, offset] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`]
    const page = `select ${COLUMNS} ${FROM}${where} order by ${orderBy} limit ${limit} offset ${offset}`
    const [rows, [counted]] = await Promise.all([
      book.all<Row>(page, [...parameters, perPage, (number - 1) * perPage]),
      book.all<{ total: number }>(`select count(*) as total ${FROM}${where}`, parameters),
    ])
    const sorted = filter.order === 'place' ? await inTextOrder(loadEntries, owner, rows) : rows
    const tags = await tagsOf(loadEntries, owner, rows)
    return { total: Number(counted?.total ?? 0), annotations: sorted.map((row) => listed(row, tags)) }
  }
}

/** Number of entries whose texts are in memory at the same time. */
const PIECE = 20

/**
 * @returns the annotations grouped by entry, in the order of its text. Annotations whose words the text no longer
 *   contains come last.
 */
async function inTextOrder(loadEntries: LoadEntries, owner: UserId, rows: readonly Row[]): Promise<Row[]> {
  const groups = [...Map.groupBy(rows, (row) => Number(row.entry_id) as EntryId)]
  const sorted: Row[] = []
  for (let start = 0; start < groups.length; start += PIECE) {
    const piece = groups.slice(start, start + PIECE)
    const ids = piece.filter(([, group]) => group.length > 1).map(([id]) => id)
    const loaded = await loadEntries(owner, ids, { hasContent: true })
    for (const [id, group] of piece) {
      const content = loaded.get(id)?.content
      const html = content ? (JSON.parse(new TextDecoder().decode(content)) as string) : ''
      const places = placeAnnotations(
        mapArticle(html),
        group.map((row) => ({ ...row, id: Number(row.id) })),
      )
      const startOf = (row: Row): number => places.get(Number(row.id))?.[0]?.start ?? Infinity
      sorted.push(...group.toSorted((one, other) => compare(startOf(one), startOf(other)) || one.id - other.id))
    }
  }
  return sorted
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)

async function tagsOf(
  loadEntries: LoadEntries,
  owner: UserId,
  rows: readonly Row[],
): Promise<ReadonlyMap<EntryId, readonly string[]>> {
  const ids = [...new Set(rows.map(({ entry_id: id }) => Number(id) as EntryId))]
  const loaded = await loadEntries(owner, ids, { hasContent: false })
  return new Map([...loaded].map(([id, { tags }]) => [id, tags.map(({ label }) => label)]))
}

function listed(row: Row, tags: ReadonlyMap<EntryId, readonly string[]>): ListedAnnotation {
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
