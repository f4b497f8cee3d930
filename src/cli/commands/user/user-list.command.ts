import { listUsers } from '../../../users/user.repository.ts'
import type { Command } from '../../command.ts'
import { loadSettingsAndWarn } from '../../load-settings-and-warn.ts'
import { USER_COLUMNS, userLine } from '../../user-line.ts'
import { withDatabase } from '../../with-database.ts'

export const userListCommand: Command = {
  about: 'Lists the accounts, oldest first, as tab-separated columns with a header line.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const { settings } = loadSettingsAndWarn(io)
    const users = await withDatabase(settings, (database) => database.read(listUsers))
    for (const line of [USER_COLUMNS, ...users.map(userLine)]) io.print(line)
    return 0
  },
}
