import { tmpdir } from 'node:os'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { parsePlace } from '../../config/objects-place.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'

export const backupVerifyCommand: Command = {
  about:
    'Restores a backup into an empty SQLite database, compares every row and every image with what was backed up, and\n' +
    'deletes the database again. Does not touch the installation. PLACE is the folder of the backup, or s3://bucket/prefix.',
  operands: ['PLACE'],
  options: {
    key: { help: 'file with the secret key of an encrypted backup', value: 'FILE' },
    scratch: { help: 'folder with space for a copy of the database; by default that of the system', value: 'FOLDER' },
  },
  run: async ({ io, operands, options }) => {
    const { settings } = loadSettingsAndWarn(io)
    const scratchFolder = options.get('scratch') ?? tmpdir()
    const manifest = await verifyBackup(parsePlace(settings, operands[0]!), {
      keyFile: options.get('key'),
      scratchFolder,
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    io.print(`the backup of ${manifest.createdAt} is complete: ${rows} rows and ${manifest.images} images compared`)
    return 0
  },
}
