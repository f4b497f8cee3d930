import { buffer } from 'node:stream/consumers'
import type { DatabaseLocation } from '../db/database-url.ts'
import { holdsAccounts } from '../db/holds-accounts.ts'
import { AppError } from '../kernel/errors.ts'
import { ENCRYPTED } from './files/backup-manifest.ts'
import { isFileCopy } from './first-format/file-copy-manifest.ts'
import { storeImage } from './files/image-files.ts'
import { readFileOf } from './files/part-files.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { openObjects, type ObjectsPlace } from '../objects/open-objects.ts'
import { fillTarget, readImages } from './fill-target.ts'
import { openBackup, type OpenBackup } from './open-backup.ts'
import { openTarget } from './rows/open-target.ts'
import { replaceSecret, replacementMark } from './files/replace-files.ts'
import { restoreFileCopy } from './first-format/restore-file-copy.ts'

interface RestoreTarget {
  readonly location: DatabaseLocation
  readonly dataFolder: string
  /** where images are stored */
  readonly objects: ObjectsPlace
  /** path of the file with the key of an encrypted backup */
  readonly keyFile: string | undefined
  /** true if a database with accounts may be replaced */
  readonly mayReplace: boolean
  /** true to end the sessions and tokens in the backup */
  readonly endsSessions: boolean
  /** true to let clients continue from their cursors; see `END_SYNC_EPOCH` */
  readonly keepsSyncEpoch: boolean
}

/**
 * Restores a backup into the database of either kind. All files are verified before any change, and the rows are compared
 * with the backup before they replace the present ones, which are kept under other names. After an interruption, a second
 * call continues.
 * @returns where the replaced data is kept
 * @throws AppError `invalid_input` if the backup is damaged or cannot be decrypted, `conflict` if it was made by a newer
 *   version, if the service is running, or if there are accounts and `mayReplace` is false
 */
export async function restoreBackup(place: ObjectsPlace, target: RestoreTarget): Promise<readonly string[]> {
  const { location, mayReplace } = target
  if (!mayReplace && (await containsAccounts(location)))
    throw new AppError('conflict', 'the database contains accounts: use --replace to replace it; its data is kept')
  if (place.kind === 'folder' && (await isFileCopy(place.path))) {
    if (location.dialect === 'sqlite') return restoreFileCopy(place.path, { ...target, databasePath: location.path })
    throw new AppError(
      'invalid_input',
      `${place.path} contains a copy of an SQLite database: restore it with DATABASE_URL=sqlite:… first, and make a new backup`,
    )
  }
  const [store, objects] = [openObjects(place), openObjects(target.objects)]
  try {
    return await restoreRows(await openBackup(store, target.keyFile), target, objects)
  } finally {
    await Promise.all([store.close(), objects.close()])
  }
}

async function restoreRows(
  backup: OpenBackup,
  target: RestoreTarget,
  objects: ObjectStore,
): Promise<readonly string[]> {
  const { manifest } = backup
  const rows = await openTarget(target.location, manifest)
  try {
    await fillTarget(rows, backup)
    for await (const image of readImages(backup)) await storeImage(objects, image)
    const secret = await readSecret(backup)
    const replaced = secret ? await replaceSecret(target.dataFolder, secret, replacementMark()) : []
    return [...replaced, ...(await rows.finish({ ...target, counters: manifest.counters }))]
  } finally {
    await rows.close()
  }
}

/** A damaged SQLite file counts as empty, because it is what a backup is for. It is kept beside the restored one. */
function containsAccounts(location: DatabaseLocation): Promise<boolean> {
  const found = holdsAccounts(location)
  return location.dialect === 'sqlite' ? found.catch(() => false) : found
}

async function readSecret({ store, manifest, decrypt }: OpenBackup): Promise<Uint8Array | undefined> {
  const path = manifest.files.map((file) => file.path).find((one) => one.startsWith('secret'))
  if (path === undefined) return undefined
  const file = await readFileOf({ store, path })
  return buffer(decrypt && path.endsWith(ENCRYPTED) ? decrypt(file) : file)
}
