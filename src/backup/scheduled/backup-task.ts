import type { ObjectsPlace } from '../../objects/open-objects.ts'
import type { BackupSource } from '../make-backup.ts'

/** What a thread needs to make a backup. */
export interface BackupTask {
  readonly source: BackupSource
  /** where the new backup is made */
  readonly target: ObjectsPlace
  /** variables of the process that the driver of PostgreSQL and the library of AWS read */
  readonly environment: Readonly<Record<string, string>>
}

/** The facts about a finished backup, for the log. */
export interface BackupResult {
  readonly rows: number
  readonly images: number
  readonly bytes: number
  readonly damagedImages: readonly string[]
}
