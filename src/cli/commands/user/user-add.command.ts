import { loadInstanceKey } from '../../../config/instance-key.ts'
import type { Settings } from '../../../config/settings.ts'
import type { Database } from '../../../db/database.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createUser } from '../../../users/create-user.ts'
import { passwordHasher } from '../../../users/passwords/password-hasher.ts'
import type { NewUser } from '../../../users/user.ts'
import { closeSetup } from '../../../users/setup-code.ts'
import { hasAdmin, hasUsers } from '../../../users/user.repository.ts'
import type { Command, CommandCall } from '../../command.ts'
import { loadSettingsAndWarn } from '../../load-settings-and-warn.ts'
import { recordForOwner } from '../../record-operator-event.ts'
import { PASSWORD_STDIN, readPassword } from '../../read-password.ts'
import { userLine } from '../../user-line.ts'
import { withDatabase } from '../../with-database.ts'

export const userAddCommand: Command = {
  about:
    'Creates an account and prints it in the format of "dogear user list". The setup address printed at first startup\n' +
    'stops working once an account exists.',
  operands: ['NAME'],
  options: {
    email: { help: 'email address, also accepted at sign-in', value: 'E' },
    admin: { help: 'create an administrator' },
    'password-stdin': PASSWORD_STDIN,
  },
  run: async (call) => {
    const { settings } = loadSettingsAndWarn(call.io)
    const input = await newUser(call)
    return withDatabase(settings, async (database) => {
      await makeFirstSecret(database, settings)
      const deps = { database, hasher: passwordHasher(), clock: systemClock }
      const user = await createUser(deps, input, { before: closeSetup })
      await recordForOwner(database, { kind: 'user-made', userId: user.id })
      call.io.print(userLine(user))
      if (!(await database.read(hasAdmin)))
        call.io.printError('note: there is no administrator yet; --admin creates one')
      return 0
    })
  },
}

async function newUser({ io, operands, options }: CommandCall): Promise<NewUser> {
  return {
    username: operands[0]!,
    email: options.get('email') ?? '',
    password: await readPassword(io.input),
    isAdmin: options.has('admin'),
  }
}

/**
 * Creates the secret before the first account. Once accounts exist, commands and the server treat a missing secret as
 * lost: they report it, and create no new one.
 */
async function makeFirstSecret(database: Database, settings: Settings): Promise<void> {
  if (!(await database.read(hasUsers))) loadInstanceKey(settings.DOGEAR_DATA_DIR, settings.DOGEAR_SECRET)
}
