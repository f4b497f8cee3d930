import { SQLITE_CORRUPT, SQLITE_NOTADB, sqliteCode } from './sqlite-error-codes.ts'

/**
 * Remembers that the database file is damaged. `ping` reports the damage from then on. Without this class, `ping` would
 * succeed as long as it does not read the damaged part of the file.
 */
export class FileDamage {
  #error: unknown

  /** Runs work with the file. If the work fails because of damage, remembers the error and throws it. */
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
