import { printSettings } from '../../config/print-settings.ts'
import type { Command } from '../command.ts'
import { loadAndWarn } from '../load-and-warn.ts'

export const configCommand: Command = {
  about:
    'Prints every setting as NAME=value, as the environment and the defaults make it; secrets that are set show as\n' +
    'asterisks. Opens no database. Exits with 1 and all problems when a setting is wrong.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    io.print(printSettings(loadAndWarn(io).texts))
    return 0
  },
}
