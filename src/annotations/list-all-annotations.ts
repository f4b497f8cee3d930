import { setImmediate } from 'node:timers/promises'
import { StatementCache } from '../db/statement-cache.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { slices } from '../kernel/slices.ts'
import { type AnnotationFilter, listedKeysSql } from './annotation-filter.ts'
import { type AnnotationListDeps, labelFinder } from './list-annotations.ts'
import { listedAnnotation, type ListedAnnotation, listedRowsSql, type ListedRow } from './listed-annotation.ts'
import { sortByTextPosition } from './sort-by-text-position.ts'

/** Returns an owner's annotations and notes of entries that match a filter, at most `limit` of them. */
export type ListAllAnnotations = (
  owner: UserId,
  filter: AnnotationFilter,
  limit: number,
) => Promise<readonly ListedAnnotation[]>

/** Number of annotations that are read together. On SQLite, reading more would block the event loop too long. */
const BATCH_SIZE = 200

interface Key {
  readonly id: number
  readonly entry_id: number
}

const LARGEST_KEY: Key = { id: Number.MAX_SAFE_INTEGER, entry_id: Number.MAX_SAFE_INTEGER }

const SELECT_KEYS = 'select id, entry_id from annotation where user_id = $1 and'
const BY_TIME = `${SELECT_KEYS} id < $2 order by id desc limit ${BATCH_SIZE}`
const BY_ENTRY = `${SELECT_KEYS} (entry_id, id) < ($3, $2) order by entry_id desc, id desc limit ${BATCH_SIZE}`
const NOTED_ENTRIES =
  'select 0 as id, id as entry_id from entry where user_id = $1 and note is not null and id < $2 ' +
  `order by id desc limit ${BATCH_SIZE}`

/**
 * @returns a function that lists all annotations and notes of entries that match a filter. Each statement tests a fixed
 *   number of them, so that none blocks the event loop for long, even if few match.
 */
export function allAnnotationLister({ database, loadEntries }: AnnotationListDeps): ListAllAnnotations {
  const statements = new StatementCache(database)
  const findLabels = labelFinder(database)
  const nextAnnotations = (owner: UserId, { order }: AnnotationFilter, before: Key) =>
    order === 'place'
      ? statements.all<Key>(BY_ENTRY, [owner, before.id, before.entry_id])
      : statements.all<Key>(BY_TIME, [owner, before.id])
  const nextNotes = (owner: UserId, before: Key) => statements.all<Key>(NOTED_ENTRIES, [owner, before.entry_id])
  return async (owner, filter, limit) => {
    const labels = new Map<EntryId, readonly string[]>()
    const collect = async (next: (before: Key) => Promise<Key[]>, sqlOf: typeof annotationsBetween) => {
      const rows: ListedRow[] = []
      let keys = await next(LARGEST_KEY)
      while (keys.length > 0 && rows.length < limit) {
        const { sql, parameters } = sqlOf(owner, filter, keys[0]!, keys.at(-1)!)
        const read = await statements.all<ListedRow>(sql, parameters)
        for (const [id, group] of await findLabels(owner, read)) labels.set(id, group)
        rows.push(...read)
        await setImmediate()
        keys = await next(keys.at(-1)!)
      }
      return rows
    }
    const rows = await collect((before) => nextAnnotations(owner, filter, before), annotationsBetween)
    if (filter.color === undefined) rows.push(...(await collect((before) => nextNotes(owner, before), notesBetween)))
    const found = rows.toSorted(filter.order === 'place' ? byPlace : byTime).slice(0, limit)
    const sorted = filter.order === 'place' ? await sortByTextPosition(loadEntries, owner, found) : found
    const annotations: ListedAnnotation[] = []
    for await (const batch of slices(sorted, BATCH_SIZE)) {
      annotations.push(...batch.map((row) => listedAnnotation(row, labels)))
    }
    return annotations
  }
}

const byPlace = (one: ListedRow, other: ListedRow): number =>
  Number(other.entry_id) - Number(one.entry_id) || Number(one.id) - Number(other.id)

function byTime(one: ListedRow, other: ListedRow): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
  return Number(other.id) - Number(one.id) || Number(other.entry_id) - Number(one.entry_id)
}

/** @returns the statement that reads the matching annotations between two keys, both included */
function annotationsBetween(owner: UserId, filter: AnnotationFilter, first: Key, last: Key) {
  const { annotations, parameters, orderBy } = listedKeysSql(owner, filter)
  const isByPlace = filter.order === 'place'
  const bind = (_: unknown, index: number): string => `$${parameters.length + 1 + index}`
  const values = [first, last].flatMap(({ id, entry_id: entry }) => (isByPlace ? [entry, id] : [id]))
  const binds = values.map(bind)
  const range = isByPlace
    ? `(annotation.entry_id, annotation.id) <= (${binds.slice(0, 2).join(', ')})
       and (annotation.entry_id, annotation.id) >= (${binds.slice(2).join(', ')})`
    : `annotation.id <= ${binds[0]} and annotation.id >= ${binds[1]}`
  return { sql: listedRowsSql(`${annotations} and ${range}`, orderBy), parameters: [...parameters, ...values] }
}

/** @returns the statement that reads the matching notes of the entries between two keys, both included */
function notesBetween(owner: UserId, filter: AnnotationFilter, first: Key, last: Key) {
  const { notes = '', parameters, orderBy } = listedKeysSql(owner, filter)
  const range = `entry.id <= $${parameters.length + 1} and entry.id >= $${parameters.length + 2}`
  return {
    sql: listedRowsSql(`${notes} and ${range}`, orderBy),
    parameters: [...parameters, first.entry_id, last.entry_id],
  }
}
