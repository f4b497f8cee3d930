import { makeBackup } from '../../backup/make-backup.ts'
import { packageVersion } from '../../kernel/package-version.ts'
import { secretPath } from '../../config/instance-key.ts'
import type { Settings } from '../../config/settings.ts'
import type { CommandIo } from '../command-io.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordInLog } from '../record-operator-event.ts'
import { sqliteFileOrRefuse } from '../sqlite-file-or-refuse.ts'

export const backupCommand: Command = {
  about:
    'Copies a consistent snapshot of the SQLite database, the secret key and the images to a new folder, with a\n' +
    'checksum for each file. The name of the folder ends in ".partial" until the backup is complete. Safe while the\n' +
    'service is running. PostgreSQL: see docs/backup.md.',
  operands: ['FOLDER'],
  options: { 'without-secret': { help: 'leave out the secret key; keep it in a separate place' } },
  run: async ({ io, operands, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const source = {
      databasePath: sqliteFileOrRefuse(settings),
      dataFolder: settings.DOGEAR_DATA_DIR,
      hasSecret: !options.has('without-secret'),
      version: packageVersion(),
    }
    const { files } = await makeBackup(source, operands[0]!)
    await recordInLog(io, settings, 'backup')
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
    io.print(`${operands[0]}: ${Object.keys(files).length} files, ${(bytes / 1_000_000).toFixed(1)} MB`)
    if (!source.hasSecret || files['secret']) return 0
    return warnAboutSecret(io, settings)
  },
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
