import { AppError } from '../../../kernel/errors.ts'
import { removeSecondFactor } from '../../../users/second-factor/second-factor.ts'
import type { Command } from '../../command.ts'
import { findUserOrRefuse } from '../../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../../load-settings-and-warn.ts'
import { recordForOwner } from '../../record-operator-event.ts'
import { withDatabase } from '../../with-database.ts'

export const userFactorOffCommand: Command = {
  about:
    'Turns off two-factor authentication for the account with this username or email address, for a user who has lost\n' +
    'both phone and recovery codes. The user then signs in with the password alone. Sessions and tokens stay valid.',
  operands: ['NAME'],
  options: {},
  run: async ({ io, operands }) => {
    const { settings } = loadSettingsAndWarn(io)
    return withDatabase(settings, async (database) => {
      const user = await findUserOrRefuse(database, operands[0]!)
      const wasOn = await removeSecondFactor({ database }, user.id)
      if (!wasOn) throw new AppError('conflict', `two-factor authentication is already off for ${user.username}`)
      await recordForOwner(database, { kind: 'second-factor-off', userId: user.id })
      io.printError(`two-factor authentication is off for ${user.username}`)
      return 0
    })
  },
}
