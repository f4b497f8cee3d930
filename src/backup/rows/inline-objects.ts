import type { ObjectStore } from '../../objects/object-store.ts'
import type { Row } from './row.ts'
import type { TableLayout } from './table-layout.ts'

/** Replaces the reference of a row by the bytes of the object; undefined if the object was deleted meanwhile. */
type InlineObject = (row: Row) => Promise<Row | undefined>

/**
 * A backup contains the bodies of captures in their rows, wherever they were, so that it can be restored without the object
 * store.
 * @returns a function for the rows of the table; undefined if they refer to no objects
 */
export function objectInliner({ name, columns }: TableLayout, objects: ObjectStore): InlineObject | undefined {
  const indexOf = (column: string) => columns.findIndex((one) => one.name === column)
  const [key, size, body] = [indexOf('object_key'), indexOf('object_size'), indexOf('body')]
  if (name !== 'capture_body' || key < 0) return undefined
  return async (row) => {
    const value = row[key]
    if (typeof value !== 'string') return row
    const stored = await objects.read(value)
    return stored && row.with(key, null).with(size, null).with(body, stored)
  }
}
