import type { BackupSource } from '../make-backup.ts'

/** What a thread needs to make a backup. */
export interface BackupTask {
  readonly source: BackupSource
  /** path of the new folder */
  readonly target: string
  /** variables of the process that the driver of PostgreSQL reads */
  readonly environment: Readonly<Record<string, string>>
}

/** The facts about a finished backup, for the log. */
export interface BackupResult {
  readonly rows: number
  readonly images: number
  readonly bytes: number
  readonly damagedImages: readonly string[]
}
