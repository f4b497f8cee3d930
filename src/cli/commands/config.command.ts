import { printSettings } from '../../config/format-settings.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'

export const configCommand: Command = {
  about:
    'Prints the effective value of every setting as NAME=value. Secrets are masked with asterisks. Does not open the\n' +
    'database. Exits with 1 and lists every problem if a setting is invalid.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    io.print(printSettings(loadSettingsAndWarn(io).texts))
    return 0
  },
}
