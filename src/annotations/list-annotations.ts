import type { Database } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { type AnnotationFilter, listedKeysSql } from './annotation-filter.ts'
import { listedAnnotation, type ListedAnnotation, listedRowsSql, type ListedRow } from './listed-annotation.ts'
import { sortByTextPosition } from './sort-by-text-position.ts'

interface AnnotationPage {
  /** number of annotations and notes of entries that match the filter */
  readonly total: number
  /** number of notes of entries among them */
  readonly notes: number
  readonly annotations: readonly ListedAnnotation[]
}

export interface AnnotationListDeps {
  readonly database: Database
  readonly loadEntries: LoadEntries
}

/** Returns a page of an owner's annotations and notes of entries. Pages are counted from 1. */
export type ListAnnotations = (
  owner: UserId,
  filter: AnnotationFilter,
  page: { readonly number: number; readonly perPage: number },
) => Promise<AnnotationPage>

/** @returns a function that lists an owner's annotations */
export function annotationLister({ database, loadEntries }: AnnotationListDeps): ListAnnotations {
  const statements = new StatementCache(database)
  const findLabels = labelFinder(database)
  return async (owner, filter, { number, perPage }) => {
    const { annotations, notes, orderBy, parameters } = listedKeysSql(owner, filter)
    const keys = notes === undefined ? annotations : `${annotations} union all ${notes}`
    const [limit, offset] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`]
    const page = listedRowsSql(`${keys} order by ${orderBy} limit ${limit} offset ${offset}`, orderBy)
    const [rows, [counted]] = await Promise.all([
      statements.all<ListedRow>(page, [...parameters, perPage, (number - 1) * perPage]),
      statements.all<Counted>(
        `select count(*) as total, count(nullif(listed_id, 0)) as marked from (${keys}) as listed`,
        parameters,
      ),
    ])
    const sorted = filter.order === 'place' ? await sortByTextPosition(loadEntries, owner, rows) : rows
    const tags = await findLabels(owner, rows)
    const [total, marked] = [Number(counted?.total ?? 0), Number(counted?.marked ?? 0)]
    return { total, notes: total - marked, annotations: sorted.map((row) => listedAnnotation(row, tags)) }
  }
}

/** The numbers of rows, and of those that are annotations. Numbers are texts on PostgreSQL. */
interface Counted {
  readonly total: number | string
  readonly marked: number | string
}

/** Finds the labels of tags for the entries of annotations. Entries without tags are missing from the map. */
type FindLabels = (owner: UserId, rows: readonly ListedRow[]) => Promise<ReadonlyMap<EntryId, readonly string[]>>

export function labelFinder(database: Database): FindLabels {
  const statements = new StatementCache(database)
  const find =
    'select entry_tag.entry_id, tag.label from entry_tag ' +
    'join tag on tag.user_id = entry_tag.user_id and tag.id = entry_tag.tag_id ' +
    `where entry_tag.user_id = $1 and entry_tag.entry_id ${statements.inNumbers('$2')} order by tag.label`
  return async (owner, rows) => {
    const ids = [...new Set(rows.map(({ entry_id: id }) => Number(id)))]
    const labels = await statements.all<{ entry_id: number; label: string }>(find, [owner, JSON.stringify(ids)])
    const groups = Map.groupBy(labels, ({ entry_id: id }) => Number(id) as EntryId)
    return new Map([...groups].map(([id, group]) => [id, group.map(({ label }) => label)]))
  }
}
