import { existsSync, statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkBeforeStart } from './check-before-start.ts'
import type { Settings } from '../config/settings.ts'
import { ok, problemOf, warning, type Finding } from './finding.ts'

/** Free space in bytes below which there is a warning: an import with pictures can take as much in an hour. */
const LITTLE_SPACE = 1024 ** 3

/** @returns whether the server can use its folder and its secret, and how much space the disk has */
export async function checkDataFolder(settings: Settings): Promise<Finding> {
  const name = 'data folder'
  const folder = resolve(settings.DOGEAR_DATA_DIR)
  try {
    await checkBeforeStart(settings, false)
  } catch (error) {
    return problemOf(name, error)
  }
  if (!existsSync(folder)) return ok(name, `${folder} does not exist yet; the first start creates it`)
  const { bavail, bsize } = statfsSync(folder)
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`
  if (bavail * bsize > LITTLE_SPACE) return ok(name, `${folder}, ${free}`)
  return warning(name, `${folder}, only ${free}: make space, or move the folder and set DOGEAR_DATA_DIR`)
}
