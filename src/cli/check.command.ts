import { existsSync } from 'node:fs'
import { findFaults } from '../backup/find-faults.ts'
import { AppError } from '../kernel/errors.ts'
import type { Command } from './command.ts'
import { loadAndWarn } from './load-and-warn.ts'
import { sqliteFileOrRefuse } from './sqlite-file.ts'

export const checkCommand: Command = {
  about:
    'Reads the whole SQLite database and says what is wrong with it; the exit code is 1 if anything is. The service may\n' +
    'run meanwhile. A damaged database is put right with "dogear restore".',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const { settings } = loadAndWarn(io)
    const path = sqliteFileOrRefuse(settings)
    if (!existsSync(path)) throw new AppError('not_found', `there is no ${path}`)
    const faults = findFaults(path)
    for (const fault of faults) io.print(fault)
    if (faults.length > 0) {
      io.tell(`${path} is not sound: put a backup in its place with "dogear restore FOLDER" (docs/backup.md)`)
      return 1
    }
    io.print(`${path} is sound`)
    return 0
  },
}
