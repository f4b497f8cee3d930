import { resolve } from 'node:path'
import { listBackups } from '../backup/scheduled/backup-folder.ts'
import { parsePlace } from '../config/objects-place.ts'
import type { Settings } from '../config/settings.ts'
import { ok, problemOf, warning, type Finding } from './finding.ts'

const HOUR_MS = 3_600_000

/** @returns how old the latest scheduled backup is; nothing if the settings name no folder for backups */
export async function checkBackups(settings: Settings, now: Date): Promise<readonly Finding[]> {
  const name = 'backups'
  const { DOGEAR_BACKUP_DIR: folder, DOGEAR_BACKUP_HOURS: interval } = settings
  if (folder === '') return []
  try {
    const place = parsePlace(settings, folder)
    const shown = place.kind === 'folder' ? resolve(folder) : folder
    const { complete } = await listBackups(place)
    const latest = complete.at(-1)
    if (!latest) return [warning(name, `${shown} contains none yet: see the log of the service`)]
    const hours = Math.floor((now.getTime() - latest.madeAt.getTime()) / HOUR_MS)
    const text = `${complete.length} in ${shown}, the latest ${ageText(hours)}`
    return hours > 2 * interval ? [warning(name, `${text}: see the log of the service`)] : [ok(name, text)]
  } catch (error) {
    return [problemOf(name, error)]
  }
}

function ageText(hours: number): string {
  if (hours < 1) return 'less than an hour ago'
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`
}
