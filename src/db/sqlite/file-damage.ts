import { SQLITE_CORRUPT, SQLITE_NOTADB, sqliteCode } from './sqlite-error-codes.ts'

/** Remembers that the database file is damaged, because other parts of the file may still work. */
export class FileDamage {
  #error: unknown

  /** Runs work with the file. An error that means that the file is damaged is remembered. */
  watch<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const code = sqliteCode(error)
      if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) this.#error ??= error
      throw error
    }
  }

  /** @throws the first error that meant damage. A file does not heal, so only a restart forgets it. */
  check(): void {
    if (this.#error !== undefined) throw this.#error
  }
}
