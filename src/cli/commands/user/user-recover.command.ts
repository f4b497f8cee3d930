import { systemClock } from '../../../kernel/clock.ts'
import { createRecoveryLink } from '../../../users/recovery-link.ts'
import type { Command } from '../../command.ts'
import { findUserOrRefuse } from '../../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../../load-settings-and-warn.ts'
import { recordForOwner } from '../../record-operator-event.ts'
import { withDatabase } from '../../with-database.ts'

export const userRecoverCommand: Command = {
  about:
    'Prints a link with which the user of this account sets a new password, for a user who has lost the password, the\n' +
    'phone or the passkeys. The link is valid once, for a day. When it is used, two-factor authentication is turned\n' +
    'off, all passkeys are removed, and all sessions and tokens end.',
  operands: ['NAME'],
  options: {},
  run: async ({ io, operands }) => {
    const { settings } = loadSettingsAndWarn(io)
    return withDatabase(settings, async (database) => {
      const user = await findUserOrRefuse(database, operands[0]!)
      const secret = await createRecoveryLink({ database, clock: systemClock }, user.id)
      await recordForOwner(database, { kind: 'recovery-link-made', userId: user.id })
      io.print(`${settings.DOGEAR_BASE_URL || `http://127.0.0.1:${settings.PORT}`}/recover?code=${secret}`)
      io.printError(
        `this link lets its holder into the account of ${user.username} until it is used, for a day at most`,
      )
      return 0
    })
  },
}
