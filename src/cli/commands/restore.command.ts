import { restoreBackup } from '../../backup/restore-backup.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordInLog } from '../record-operator-event.ts'
import { sqliteFileOrRefuse } from '../sqlite-file-or-refuse.ts'

export const restoreCommand: Command = {
  about:
    'Replaces the database, the secret key and the images with those of a backup made by "dogear backup". Verifies\n' +
    'every file before changing anything, and keeps the replaced files next to the new ones. Stop the service first.',
  operands: ['FOLDER'],
  options: { 'end-sessions': { help: 'sign out every browser and app, including those signed out after the backup' } },
  run: async ({ io, operands, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const target = {
      databasePath: sqliteFileOrRefuse(settings),
      dataFolder: settings.DOGEAR_DATA_DIR,
      endsSessions: options.has('end-sessions'),
    }
    const { createdAt, replaced } = await restoreBackup(operands[0]!, target)
    await recordInLog(io, settings, 'restore')
    io.print(`restored the backup of ${createdAt}`)
    for (const path of replaced) io.printError(`replaced files kept in: ${path}`)
    return 0
  },
}
