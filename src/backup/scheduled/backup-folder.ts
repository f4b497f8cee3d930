import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Matches the names of scheduled backups, complete or not. Other files in the folder are left alone. */
const NAME = /^dogear-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(\.partial)?$/

/** A backup that the schedule has made. */
interface ScheduledBackup {
  readonly name: string
  readonly madeAt: Date
}

/** The scheduled backups in a folder. */
interface BackupFolder {
  /** the complete backups, the oldest first */
  readonly complete: readonly ScheduledBackup[]
  /** names of the unfinished backups without their ending, the oldest first */
  readonly unfinished: readonly string[]
}

/** @returns the name of a backup that begins at this time */
export function backupName(time: Date): string {
  return `dogear-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Lists the scheduled backups in a folder. A missing folder contains none. */
export async function listBackups(folder: string): Promise<BackupFolder> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = files.toSorted().flatMap((file) => {
    const [, time, partial] = NAME.exec(file) ?? []
    return time === undefined
      ? []
      : [{ name: `dogear-${time}`, madeAt: timeOf(time), isPartial: partial !== undefined }]
  })
  return {
    complete: found.filter(({ isPartial }) => !isPartial),
    unfinished: found.filter(({ isPartial }) => isPartial).map(({ name }) => name),
  }
}

function timeOf(text: string): Date {
  return new Date(text.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
}

/** Deletes the oldest complete backups, so that `keep` remain. @returns their names */
export async function deleteOldBackups(folder: string, keep: number): Promise<readonly string[]> {
  const { complete } = await listBackups(folder)
  const old = complete.slice(0, Math.max(complete.length - keep, 0)).map(({ name }) => name)
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return old
}
