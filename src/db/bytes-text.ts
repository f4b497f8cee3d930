import type { Dialect } from './database.ts'

/**
 * PostgreSQL gives bytes as hexadecimal digits, two for each, which the driver reads one by one. Base64 is two thirds of
 * that and half the work.
 * @param column SQL for bytes @returns SQL for the same in the form that `toBytes` takes
 */
export function bytesSql(dialect: Dialect, column: string): string {
  return dialect === 'sqlite' ? column : `encode(${column}, 'base64')`
}

/** @param value what `bytesSql` selected */
export function toBytes(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, 'base64') : value
}
