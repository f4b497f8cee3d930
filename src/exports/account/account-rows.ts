import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Row, Value } from '../../backup/rows/row.ts'
import type { RowSource } from '../../backup/rows/row-source.ts'
import type { TableLayout } from '../../backup/rows/table-layout.ts'
import { parseJson } from '../../kernel/json.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { BYTE_COLUMNS, JSON_COLUMNS } from './exported-columns.ts'

/** Maximum size in bytes of a compressed value after decompression, as for entries in the trash. */
const MAX_BYTES = 64 * 1024 * 1024

/** A row as it appears in the file of an account: values by the names of the columns. */
export type AccountRow = Readonly<Record<string, unknown>>

/** Reads the rows of an account in a table, with their values as the file of the account shows them. */
export async function* accountRows(
  rows: RowSource,
  table: TableLayout,
  owner: UserId,
): AsyncGenerator<AccountRow, void> {
  const showValues = table.columns.map(({ name }) => [name, valueShower(`${table.name}.${name}`)] as const)
  for await (const batch of rows.readRows(table, { owner }))
    for (const row of batch) yield await shownRow(row, showValues)
}

type ShowValue = (value: Value) => unknown

async function shownRow(row: Row, showValues: readonly (readonly [string, ShowValue])[]): Promise<AccountRow> {
  const shown: Record<string, unknown> = {}
  for (const [index, [name, show]] of showValues.entries()) {
    const value = row[index]!
    shown[name] = value === null ? null : await show(value)
  }
  return shown
}

/** @param column table and column, separated by a dot */
function valueShower(column: string): ShowValue {
  if (JSON_COLUMNS.has(column)) return (value) => parsedJson(String(value))
  const form = BYTE_COLUMNS[column]
  return async (value) => {
    if (!(value instanceof Uint8Array)) return value
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    if (form === 'hex') return bytes.toString('hex')
    if (form === 'json') return parsedJson(bytes.toString())
    if (form === undefined) throw new Error(`the export has no form for the bytes of ${column}`)
    const unpacked = await promisify(zstdDecompress)(bytes, { maxOutputLength: MAX_BYTES }).catch(() => undefined)
    return unpacked ? parsedJson(unpacked.toString()) : bytes.toString('hex')
  }
}

/** @returns the value; the text itself if it is damaged, because an incomplete row is better than no file */
function parsedJson(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}
