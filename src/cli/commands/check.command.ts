import { existsSync } from 'node:fs'
import { findFaults } from '../../backup/find-database-faults.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { sqliteFileOrRefuse } from '../sqlite-file-or-refuse.ts'

export const checkCommand: Command = {
  about:
    'Checks the whole SQLite database for damage and prints each problem found. Exits with 1 if there is any. Safe\n' +
    'while the service is running. Repair a damaged database with "dogear restore".',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const { settings } = loadSettingsAndWarn(io)
    const path = sqliteFileOrRefuse(settings)
    if (!existsSync(path)) throw new AppError('not_found', `${path} does not exist`)
    const faults = findFaults(path)
    for (const fault of faults) io.print(fault)
    if (faults.length > 0) {
      io.printError(`${path} is damaged: restore a backup with "dogear restore FOLDER" (docs/backup.md)`)
      return 1
    }
    io.print(`${path} is intact`)
    return 0
  },
}
