/** Primary result codes of SQLite (sqlite.org/rescode.html). */
export const SQLITE_BUSY = 5
export const SQLITE_CORRUPT = 11
export const SQLITE_FULL = 13
export const SQLITE_NOTADB = 26

/** @returns the primary result code of an error from `node:sqlite`; undefined for other errors */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}
