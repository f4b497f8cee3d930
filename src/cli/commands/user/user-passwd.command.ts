import { loadInstanceKey } from '../../../config/instance-key.ts'
import { addressSecretRenewal } from '../../../entries/renew-address-secrets.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { changePassword } from '../../../users/passwords/change-password.ts'
import { passwordHasher } from '../../../users/passwords/password-hasher.ts'
import type { Command } from '../../command.ts'
import { findUserOrRefuse } from '../../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../../load-settings-and-warn.ts'
import { recordForOwner } from '../../record-operator-event.ts'
import { PASSWORD_STDIN, readPassword } from '../../read-password.ts'
import { withDatabase } from '../../with-database.ts'

export const userPasswdCommand: Command = {
  about:
    'Sets a new password for the account with this username or email address. Ends all of its sessions, revokes\n' +
    'all of its tokens, and renews the addresses of its feeds, share buttons and public links.',
  operands: ['NAME'],
  options: { 'password-stdin': PASSWORD_STDIN },
  run: async ({ io, operands }) => {
    const { settings } = loadSettingsAndWarn(io)
    const password = await readPassword(io.input)
    return withDatabase(settings, async (database) => {
      const user = await findUserOrRefuse(database, operands[0]!)
      const instanceKey = loadInstanceKey(settings.DOGEAR_DATA_DIR, settings.DOGEAR_SECRET)
      const deps = { database, hasher: passwordHasher(), clock: systemClock }
      await changePassword(deps, user, password, addressSecretRenewal({ instanceKey, clock: systemClock }))
      await recordForOwner(database, { kind: 'password-changed', userId: user.id })
      io.printError(
        `password of ${user.username} changed; all sessions, tokens and secret addresses of the account have ended`,
      )
      return 0
    })
  },
}
