import { parseJson } from '../../kernel/json.ts'
import { AppError } from '../../kernel/errors.ts'

/** The kinds of columns, which are the same on both databases. */
export type ColumnKind = 'integer' | 'real' | 'text' | 'blob'
export type Value = string | number | null | Uint8Array
export type Row = readonly Value[]

/**
 * @returns a row as one line of JSON: an array of its values in the order of the columns, with binary values in base64.
 *   Equal rows have equal lines on both databases.
 */
export function formatRow(row: Row): string {
  return JSON.stringify(row.map((value) => (value instanceof Uint8Array ? toBase64(value) : value)))
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/**
 * Reads a line that `formatRow` wrote.
 * @param kinds the kinds of the columns, in order
 * @throws AppError `invalid_input` if the line is no row of such columns
 */
export function parseRow(line: string, kinds: readonly ColumnKind[]): Row {
  const values = parseJson(line)
  if (Array.isArray(values) && values.length === kinds.length) {
    const row = values.map((value, index) => parseValue(value, kinds[index]!))
    if (!row.includes(undefined)) return row as Row
  }
  throw new AppError('invalid_input', 'the backup is damaged: a row does not have the columns of its table')
}

function parseValue(value: unknown, kind: ColumnKind): Value | undefined {
  if (value === null) return null
  if (kind === 'integer') return Number.isSafeInteger(value) ? (value as number) : undefined
  if (kind === 'real') return typeof value === 'number' ? value : undefined
  if (typeof value !== 'string') return undefined
  return kind === 'text' ? value : Buffer.from(value, 'base64')
}
