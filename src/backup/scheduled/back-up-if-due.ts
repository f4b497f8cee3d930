import { AppError } from '../../kernel/errors.ts'
import { placeBelow, type ObjectsPlace } from '../../objects/open-objects.ts'
import { startWorkerThread } from '../../threads/worker-thread.ts'
import type { BackupSource } from '../make-backup.ts'
import { backupName, deleteOldBackups, listBackups } from './backup-folder.ts'
import type { BackupResult, BackupTask } from './backup-task.ts'

export interface BackupSchedule {
  /** where the backups are */
  readonly place: ObjectsPlace
  /** hours between the starts of two backups */
  readonly hours: number
  /** number of complete backups to keep */
  readonly keep: number
  readonly source: BackupSource
}

interface ScheduledOutcome extends BackupResult {
  readonly name: string
  readonly deleted: readonly string[]
}

const SCRIPT = new URL('./backup-worker.ts', import.meta.url)
const HOUR_MS = 3_600_000
/** Maximum heap of the thread in megabytes. It uses a fraction of this, apart from rows that are that large. */
const MEMORY_MB = 512
/** Milliseconds after which a backup is given up. The next one continues with what has not changed since. */
const LIMIT_MS = 24 * HOUR_MS

/**
 * Makes a backup in a thread if the latest one is old enough, and deletes the oldest ones afterwards. Continues an unfinished
 * backup.
 * @returns undefined if no backup is due
 * @throws AppError `unavailable` if the backup fails; no backup is deleted then
 */
export async function backUpIfDue(schedule: BackupSchedule, now: Date): Promise<ScheduledOutcome | undefined> {
  const { place, hours, keep, source } = schedule
  const { complete, unfinished } = await listBackups(place)
  const latest = complete.at(-1)
  if (latest && now.getTime() - latest.madeAt.getTime() < hours * HOUR_MS) return undefined
  const name = unfinished.at(-1) ?? backupName(now)
  const result = await inThread({ source, target: placeBelow(place, name), environment: driverVariables() })
  return { name, ...result, deleted: await deleteOldBackups(place, keep) }
}

async function inThread(task: BackupTask): Promise<BackupResult> {
  const thread = startWorkerThread({ script: SCRIPT, memoryMb: MEMORY_MB })
  try {
    const outcome = await thread.run({ value: task, transfer: [] }, LIMIT_MS)
    if (outcome.kind === 'done') return outcome.value as BackupResult
    throw new AppError('unavailable', 'message' in outcome ? outcome.message : 'the backup took longer than a day')
  } finally {
    await thread.end()
  }
}

/** @returns the variables that the driver of PostgreSQL and the library of AWS read, such as PGPASSWORD */
function driverVariables(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name, value]) => /^(?:PG|AWS_)/.test(name) && value !== undefined,
  )
  return Object.fromEntries(entries) as Record<string, string>
}
