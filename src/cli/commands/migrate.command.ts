import { databaseLocation } from '../../config/database-location.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import type { Command } from '../command.ts'
import { loadAndWarn } from '../load-and-warn.ts'

export const migrateCommand: Command = {
  about:
    'Brings the database up to date and prints the name of every step that ran now. An SQLite file that holds something\n' +
    'is copied before. "dogear serve" does the same at start; several processes may do it at once.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const { settings } = loadAndWarn(io)
    const { applied, backup } = await prepareDatabase(databaseLocation(settings))
    if (backup !== undefined) io.tell(`a copy of the database as it was: ${backup}`)
    for (const name of applied) io.print(name)
    io.tell(applied.length === 0 ? 'the database was up to date' : 'the database is up to date now')
    return 0
  },
}
