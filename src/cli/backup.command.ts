import { makeBackup } from '../backup/make-backup.ts'
import { packageVersion } from '../kernel/package-version.ts'
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
    io.tell('DOGEAR_SECRET is set, so there is no file with the key: keep that value as well')
    return 0
  },
}
