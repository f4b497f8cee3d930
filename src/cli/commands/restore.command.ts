import { restoreBackup } from '../../backup/restore-backup.ts'
import { databaseLocation } from '../../config/database-location.ts'
import { objectsPlace, parsePlace } from '../../config/objects-place.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordInLog } from '../record-operator-event.ts'

export const restoreCommand: Command = {
  about:
    'Restores a backup made by "dogear backup", on SQLite or PostgreSQL, whichever the backup is from. Verifies every\n' +
    'file before changing anything, compares every row afterwards, and then replaces the database, the secret key and\n' +
    'the images. After an interruption, the same command continues. Stop the service first.\n' +
    'PLACE is the folder of the backup, or s3://bucket/prefix.',
  operands: ['PLACE'],
  options: {
    key: { help: 'file with the secret key of an encrypted backup', value: 'FILE' },
    replace: { help: 'replace a database that contains accounts; its data is kept under another name' },
    'end-sessions': { help: 'sign out every browser and app, including those signed out after the backup' },
    'keep-sync': { help: 'let apps continue from where they are; only if nothing was changed since the backup' },
  },
  run: async ({ io, operands, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const replaced = await restoreBackup(parsePlace(settings, operands[0]!), {
      location: databaseLocation(settings),
      dataFolder: settings.DOGEAR_DATA_DIR,
      objects: objectsPlace(settings),
      keyFile: options.get('key'),
      mayReplace: options.has('replace'),
      endsSessions: options.has('end-sessions'),
      keepsSyncEpoch: options.has('keep-sync'),
    })
    await recordInLog(io, settings, 'restore')
    io.print(`restored ${operands[0]!}`)
    for (const path of replaced) io.printError(`replaced data kept in: ${path}`)
    return 0
  },
}
