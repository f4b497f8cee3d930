import type { Dialect } from './database.ts'

/**
 * PostgreSQL sends bytes as hexadecimal digits, two for each byte, which the driver parses one by one. Base64 has two
 * thirds of the size and half the cost.
 * @param column SQL for bytes @returns SQL for the same bytes in the form that `toBytes` accepts
 */
export function bytesSql(dialect: Dialect, column: string): string {
  return dialect === 'sqlite' ? column : `encode(${column}, 'base64')`
}

/** @param value selected with `bytesSql` */
export function toBytes(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, 'base64') : value
}
