import type { Dialect } from './database.ts'

/**
 * Selects text that is stored as bytes in UTF-8. PostgreSQL sends it as text, because the driver gets bytes only as
 * hexadecimal digits: twice as many characters, which take longer to make and to parse.
 * @param column an SQL expression for bytes that are valid UTF-8. PostgreSQL refuses the whole statement otherwise.
 * @returns an SQL expression whose value `storedText` converts to bytes
 */
export function storedTextSql(dialect: Dialect, column: string): string {
  return dialect === 'sqlite' ? column : `convert_from(${column}, 'UTF8')`
}

/** @param value a value that was selected with `storedTextSql` @returns the text in UTF-8, as it is stored */
export function storedText(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value) : value
}
