import { setImmediate } from 'node:timers/promises'
import { StatementCache } from '../db/statement-cache.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { slices } from '../kernel/slices.ts'
import { type AnnotationFilter, annotationSql } from './annotation-filter.ts'
import { type AnnotationListDeps, labelFinder } from './list-annotations.ts'
import {
  LISTED_COLUMNS,
  LISTED_FROM,
  listedAnnotation,
  type ListedAnnotation,
  type ListedRow,
} from './listed-annotation.ts'
import { sortByTextPosition } from './sort-by-text-position.ts'

/** Returns an owner's annotations that match a filter, at most `limit` of them. */
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

/**
 * @returns a function that lists all annotations that match a filter. Each statement tests a fixed number of
 *   annotations, so that none blocks the event loop for long, even if few annotations match.
 */
export function allAnnotationLister({ database, loadEntries }: AnnotationListDeps): ListAllAnnotations {
  const statements = new StatementCache(database)
  const findLabels = labelFinder(database)
  const nextKeys = (owner: UserId, { order }: AnnotationFilter, before: Key) =>
    order === 'place'
      ? statements.all<Key>(BY_ENTRY, [owner, before.id, before.entry_id])
      : statements.all<Key>(BY_TIME, [owner, before.id])
  return async (owner, filter, limit) => {
    const rows: ListedRow[] = []
    const labels = new Map<EntryId, readonly string[]>()
    let keys = await nextKeys(owner, filter, LARGEST_KEY)
    while (keys.length > 0 && rows.length < limit) {
      const { sql, parameters } = rangeSql(owner, filter, keys[0]!, keys.at(-1)!)
      const read = await statements.all<ListedRow>(sql, parameters)
      for (const [id, group] of await findLabels(owner, read)) labels.set(id, group)
      rows.push(...read)
      await setImmediate()
      keys = await nextKeys(owner, filter, keys.at(-1)!)
    }
    const found = rows.slice(0, limit)
    const sorted = filter.order === 'place' ? await sortByTextPosition(loadEntries, owner, found) : found
    const annotations: ListedAnnotation[] = []
    for await (const batch of slices(sorted, BATCH_SIZE)) {
      annotations.push(...batch.map((row) => listedAnnotation(row, labels)))
    }
    return annotations
  }
}

/** @returns the statement that reads the matching annotations between two keys, both included */
function rangeSql(owner: UserId, filter: AnnotationFilter, first: Key, last: Key) {
  const { where, orderBy, parameters } = annotationSql(owner, filter)
  const isByPlace = filter.order === 'place'
  const bind = (_: unknown, index: number): string => `$${parameters.length + 1 + index}`
  const values = [first, last].flatMap(({ id, entry_id: entry }) => (isByPlace ? [entry, id] : [id]))
  const binds = values.map(bind)
  const range = isByPlace
    ? `(annotation.entry_id, annotation.id) <= (${binds.slice(0, 2).join(', ')}) and (annotation.entry_id, annotation.id) >= (${binds.slice(2).join(', ')})`
    : `annotation.id <= ${binds[0]} and annotation.id >= ${binds[1]}`
  const sql = `select ${LISTED_COLUMNS} ${LISTED_FROM}${where} and ${range} order by ${orderBy}`
  return { sql, parameters: [...parameters, ...values] }
}
