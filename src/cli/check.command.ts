import { findFaults } from '../backup/find-faults.ts'
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
    const faults = findFaults(path)
    for (const fault of faults) io.print(fault)
    if (faults.length === 0) io.print(`${path} is sound`)
    return faults.length === 0 ? 0 : 1
  },
}
