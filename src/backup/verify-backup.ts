import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../kernel/errors.ts'
import type { BackupManifest } from './files/backup-manifest.ts'
import { isFileCopy } from './first-format/file-copy-manifest.ts'
import { openObjects, type ObjectsPlace } from '../objects/open-objects.ts'
import { fillTarget, readImages } from './fill-target.ts'
import { openBackup } from './open-backup.ts'
import { openSqliteTarget } from './rows/sqlite-target.ts'

interface VerifyOptions {
  /** path of the file with the key of an encrypted backup */
  readonly keyFile: string | undefined
  /** folder with space for a copy of the database, which is deleted at the end */
  readonly scratchFolder: string
}

/**
 * Restores a backup into an empty SQLite database, compares every row with what was backed up, and deletes the database.
 * Also reads all images.
 * @throws AppError `invalid_input` if the backup cannot be restored completely
 */
export async function verifyBackup(place: ObjectsPlace, options: VerifyOptions): Promise<BackupManifest> {
  if (place.kind === 'folder' && (await isFileCopy(place.path)))
    throw new AppError(
      'invalid_input',
      `${place.path} is in the format of an older version: only "dogear restore" reads it`,
    )
  const store = openObjects(place)
  const backup = await openBackup(store, options.keyFile)
  const scratch = await mkdtemp(join(options.scratchFolder, 'dogear-verify-'))
  try {
    const target = await openSqliteTarget(join(scratch, 'dogear.db'), backup.manifest)
    try {
      await fillTarget(target, backup)
    } finally {
      await target.close()
    }
    for await (const _ of readImages(backup));
    return backup.manifest
  } finally {
    await rm(scratch, { recursive: true, force: true })
    await store.close()
  }
}
