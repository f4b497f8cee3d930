import { makeBackup, type MadeBackup } from '../../backup/make-backup.ts'
import { databaseLocation } from '../../config/database-location.ts'
import { findInstanceKey, secretPath } from '../../config/instance-key.ts'
import { objectsPlace, parsePlace } from '../../config/objects-place.ts'
import type { Settings } from '../../config/settings.ts'
import { packageVersion } from '../../kernel/package-version.ts'
import type { CommandIo } from '../command-io.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordInLog } from '../record-operator-event.ts'

export const backupCommand: Command = {
  about:
    'Writes a consistent snapshot of the database, the images and the secret key to a new folder, with a checksum for\n' +
    'each file. "dogear restore" restores it into SQLite or PostgreSQL. The name of the folder ends in ".partial" until\n' +
    'the backup is complete; after an interruption, the same command continues. Safe while the service is running.',
  operands: [],
  options: {
    to: { help: 'new folder for the backup, or s3://bucket/prefix', value: 'PLACE', needed: '--to PLACE is required' },
    recipient: { help: 'encrypt for this public key of age; several are separated by commas', value: 'KEY' },
    'without-secret': { help: 'leave out the secret key; keep it in a separate place' },
  },
  run: async ({ io, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const recordKey = findInstanceKey(settings.DOGEAR_DATA_DIR, settings.DOGEAR_SECRET)
    const source = {
      location: databaseLocation(settings),
      dataFolder: settings.DOGEAR_DATA_DIR,
      objects: objectsPlace(settings),
      hasSecret: !options.has('without-secret'),
      recipients: (options.get('recipient') ?? '').split(',').filter((recipient) => recipient !== ''),
      ...(recordKey && { recordKey }),
      version: packageVersion(),
    }
    const folder = options.get('to')!
    const made = await makeBackup(source, parsePlace(settings, folder))
    await recordInLog(io, settings, 'backup')
    report(io, folder, made)
    if (made.damagedImages.length > 0) return 1
    const containsSecret = made.manifest.files.some(({ path }) => path.startsWith('secret'))
    return !source.hasSecret || containsSecret ? 0 : warnAboutSecret(io, settings)
  },
}

function report(io: CommandIo, folder: string, { manifest, kept, damagedImages }: MadeBackup): void {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  io.print(`${folder}: ${rows} rows, ${manifest.images} images, ${(bytes / 1_000_000).toFixed(1)} MB`)
  if (kept.files > 0) {
    const size = `${(kept.bytes / 1_000_000).toFixed(1)} MB in ${kept.files} files`
    io.printError(`${size}, with ${kept.images} images, were kept from an interrupted backup`)
  }
  for (const name of damagedImages)
    io.printError(`warning: the image ${name} is damaged and not part of the backup: fetch its article again`)
}

/**
 * Explains why the backup does not contain the secret.
 * @returns the exit code: 0 if the secret comes from `DOGEAR_SECRET`; 1 if it is missing, because the backup cannot be
 *   restored completely
 */
function warnAboutSecret(io: CommandIo, { DOGEAR_SECRET: given, DOGEAR_DATA_DIR: folder }: Settings): number {
  if (given !== '') {
    io.printError('the key comes from DOGEAR_SECRET and is not part of the backup: keep a copy of that value')
    return 0
  }
  io.printError(
    `warning: the secret ${secretPath(folder)} is missing, so this backup has no key: restore the file or set ` +
      'DOGEAR_SECRET, and create another backup; use --without-secret to leave the key out deliberately',
  )
  return 1
}
