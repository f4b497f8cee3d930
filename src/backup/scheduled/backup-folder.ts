import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '../../objects/object-store.ts'
import { openObjects, placeBelow, type ObjectsPlace } from '../../objects/open-objects.ts'
import { ENCRYPTED, MANIFEST } from '../files/backup-manifest.ts'

/** Matches the names of scheduled backups, complete or not. Other files in the folder are left alone. */
const NAME = /^dogear-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(\.partial)?$/

/** A backup that the schedule has made. */
interface ScheduledBackup {
  readonly name: string
  readonly madeAt: Date
}

/** The scheduled backups in one place. */
interface ScheduledBackups {
  /** the complete backups, the oldest first */
  readonly complete: readonly ScheduledBackup[]
  /** names of the unfinished backups without their ending, the oldest first */
  readonly unfinished: readonly string[]
}

/** @returns the name of a backup that begins at this time */
export function backupName(time: Date): string {
  return `dogear-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Lists the scheduled backups in a folder or a bucket. A missing folder contains none. */
export async function listBackups(place: ObjectsPlace): Promise<ScheduledBackups> {
  const names = place.kind === 'folder' ? await namesInFolder(place.path) : await namesInBucket(place)
  const found = names.toSorted().flatMap((name) => {
    const [, time, partial] = NAME.exec(name) ?? []
    return time === undefined
      ? []
      : [{ name: `dogear-${time}`, madeAt: timeOf(time), isPartial: partial !== undefined }]
  })
  return {
    complete: found.filter(({ isPartial }) => !isPartial),
    unfinished: found.filter(({ isPartial }) => isPartial).map(({ name }) => name),
  }
}

async function namesInFolder(path: string): Promise<readonly string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** @returns names as those of folders: a backup without a manifest ends in `.partial` */
async function namesInBucket(place: ObjectsPlace): Promise<readonly string[]> {
  const [all, complete] = [new Set<string>(), new Set<string>()]
  await withObjects(place, async (store) => {
    for await (const { key } of store.list('')) {
      const [name = '', file] = key.split('/')
      all.add(name)
      if (file === MANIFEST || file === `${MANIFEST}${ENCRYPTED}`) complete.add(name)
    }
  })
  return [...all].map((name) => (complete.has(name) ? name : `${name}.partial`))
}

async function withObjects(place: ObjectsPlace, work: (store: ObjectStore) => Promise<void>): Promise<void> {
  const store = openObjects(place)
  await work(store).finally(() => store.close())
}

async function deleteAll(store: ObjectStore): Promise<void> {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  await store.delete(keys)
}

function timeOf(text: string): Date {
  return new Date(text.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
}

/** Deletes the oldest complete backups, so that `keep` remain. @returns their names */
export async function deleteOldBackups(place: ObjectsPlace, keep: number): Promise<readonly string[]> {
  const { complete } = await listBackups(place)
  const old = complete.slice(0, Math.max(complete.length - keep, 0)).map(({ name }) => name)
  for (const name of old) {
    if (place.kind === 'folder') await rm(join(place.path, name), { recursive: true })
    // The manifest is deleted first, so that no backup looks complete that is not.
    else
      await withObjects(placeBelow(place, name), async (store) => {
        await store.delete([MANIFEST, `${MANIFEST}${ENCRYPTED}`])
        await deleteAll(store)
      })
  }
  return old
}
