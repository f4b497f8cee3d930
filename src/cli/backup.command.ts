import { makeBackup } from '../backup/make-backup.ts'
import { packageVersion } from '../kernel/package-version.ts'
import { secretPath } from '../config/instance-key.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandIo } from './command-io.ts'
import type { Command } from './command.ts'
import { loadAndWarn } from './load-and-warn.ts'
import { noteInLog } from './note-event.ts'
import { sqliteFileOrRefuse } from './sqlite-file.ts'

export const backupCommand: Command = {
  about:
    'Copies the SQLite database as it is at one moment, the key and the images into a new folder, with a hash of each\n' +
    'file. The service may run meanwhile. The folder is there complete or not at all. PostgreSQL: see docs/backup.md.',
  operands: ['FOLDER'],
  options: { 'without-secret': { help: 'leaves the key out that secrets are sealed with; keep it elsewhere' } },
  run: async ({ io, operands, options }) => {
    const { settings } = loadAndWarn(io)
    const source = {
      databasePath: sqliteFileOrRefuse(settings),
      dataFolder: settings.DOGEAR_DATA_DIR,
      hasSecret: !options.has('without-secret'),
      version: packageVersion(),
    }
    const { files } = await makeBackup(source, operands[0]!)
    await noteInLog(io, settings, 'backup')
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
    io.print(`${operands[0]}: ${Object.keys(files).length} files, ${(bytes / 1_000_000).toFixed(1)} MB`)
    if (!source.hasSecret || files['secret']) return 0
    return tellOfSecret(io, settings)
  },
}

/** @returns the exit code: what cannot be restored in full is no success */
function tellOfSecret(io: CommandIo, { DOGEAR_SECRET: given, DOGEAR_DATA_DIR: folder }: Settings): number {
  if (given !== '') {
    io.tell('DOGEAR_SECRET is set, so there is no file with the key: keep that value as well')
    return 0
  }
  io.tell(
    `warning: the secret ${secretPath(folder)} is gone, so this backup has no key: put the file back or set ` +
      'DOGEAR_SECRET, and make another backup; with --without-secret the key is left out on purpose',
  )
  return 1
}
