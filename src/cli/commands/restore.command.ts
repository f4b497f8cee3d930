import { restoreBackup } from '../../backup/restore-backup.ts'
import type { Command } from '../command.ts'
import { loadAndWarn } from '../load-and-warn.ts'
import { noteInLog } from '../note-event.ts'
import { sqliteFileOrRefuse } from '../sqlite-file.ts'

export const restoreCommand: Command = {
  about:
    'Puts what "dogear backup" made in place of the database, the key and the images. Every file is verified before\n' +
    'anything is touched, and what is replaced is kept beside it. The service must not run.',
  operands: ['FOLDER'],
  options: { 'end-sessions': { help: 'signs out every browser and app, in case one was signed out after the backup' } },
  run: async ({ io, operands, options }) => {
    const { settings } = loadAndWarn(io)
    const target = {
      databasePath: sqliteFileOrRefuse(settings),
      dataFolder: settings.DOGEAR_DATA_DIR,
      endsSessions: options.has('end-sessions'),
    }
    const { createdAt, replaced } = await restoreBackup(operands[0]!, target)
    await noteInLog(io, settings, 'restore')
    io.print(`restored as of ${createdAt}`)
    for (const path of replaced) io.tell(`what was there before: ${path}`)
    return 0
  },
}
