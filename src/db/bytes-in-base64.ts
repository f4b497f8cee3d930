import type { Dialect } from './database.ts'

/**
 * Selects bytes as base64 on PostgreSQL. By default, PostgreSQL sends bytes as hexadecimal digits, which are longer and
 * take twice as long to parse.
 * @param column an SQL expression for bytes
 * @returns an SQL expression whose value `toBytes` converts to bytes
 */
export function bytesSql(dialect: Dialect, column: string): string {
  return dialect === 'sqlite' ? column : `encode(${column}, 'base64')`
}

/** @param value a value that was selected with `bytesSql` */
export function toBytes(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, 'base64') : value
}
