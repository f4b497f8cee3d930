import { SQLITE_CORRUPT, SQLITE_NOTADB, sqliteCode } from './sqlite-error-codes.ts'

/**
 * Remembers that the database file is damaged. Without it, `ping` would succeed as long as the damaged part is not
 * read.
 */
export class FileDamage {
  #error: unknown

  /** Runs work with the file. Remembers an error that means damage. */
  watch<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const code = sqliteCode(error)
      if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) this.#error ??= error
      throw error
    }
  }

  /** @throws the first error that meant damage. It is remembered until a restart, because damage does not disappear. */
  check(): void {
    if (this.#error !== undefined) throw this.#error
  }
}
