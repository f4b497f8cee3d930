import { databaseLocation } from '../../config/database-location.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'

export const migrateCommand: Command = {
  about:
    'Applies pending database migrations and prints the name of each one. Copies an SQLite file first unless it is\n' +
    'empty. "dogear serve" also migrates at startup. Concurrent runs are safe.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const { settings } = loadSettingsAndWarn(io)
    const { applied, backup } = await prepareDatabase(databaseLocation(settings))
    if (backup !== undefined) io.printError(`copy of the database before the migration: ${backup}`)
    for (const name of applied) io.print(name)
    io.printError(applied.length === 0 ? 'no pending migrations' : 'all migrations applied')
    return 0
  },
}
