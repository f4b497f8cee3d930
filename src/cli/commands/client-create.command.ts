import { loadInstanceKey } from '../../config/instance-key.ts'
import { systemClock } from '../../kernel/clock.ts'
import { refuseLostSecret } from '../../doctor/refuse-lost-secret.ts'
import { createClient, type CreatedClient } from '../../oauth/create-client.ts'
import type { Command } from '../command.ts'
import { findUserOrRefuse } from '../find-user-or-refuse.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { recordForOwner } from '../record-operator-event.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

type Format = (clientId: string, clientSecret: string) => string

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['text', (id, secret) => `client id:     ${id}\nclient secret: ${secret}`],
  ['env', (id, secret) => `CLIENT_ID=${id}\nCLIENT_SECRET=${secret}`],
  ['json', (id, secret) => JSON.stringify({ client_id: id, client_secret: secret })],
])

export const clientCreateCommand: Command = {
  about:
    'Creates an API client for an account, like the developer page, and prints its id and secret as text, as shell\n' +
    'variables (CLIENT_ID, CLIENT_SECRET), or as one line of JSON (client_id, client_secret).',
  operands: [],
  options: {
    user: { help: 'username or email address of the account', value: 'NAME', needed: '--user NAME is required' },
    name: { help: 'name of the client', value: 'N', needed: '--name N is required' },
    'complete-answers': {
      help: 'for apps such as wombag that need every member in the responses to saves and deletions',
    },
    redirect: { help: 'redirect URL, with any scheme', value: 'URL' },
    format: { help: `${[...FORMATS.keys()].join(', ')}; default: text`, value: 'FORMAT' },
  },
  run: async ({ io, options }) => {
    const format = parseFormat(options.get('format') ?? 'text')
    const { settings } = loadSettingsAndWarn(io)
    await refuseLostSecret(settings, false)
    const { client, secret } = await withDatabase(settings, async (database): Promise<CreatedClient> => {
      const owner = await findUserOrRefuse(database, options.get('user')!)
      // Creates the secret after the database. If a process found the secret but no database at its start, it would
      // report that the database was lost.
      const instanceKey = loadInstanceKey(settings.DOGEAR_DATA_DIR, settings.DOGEAR_SECRET)
      const input = {
        ownerId: owner.id,
        name: options.get('name')!,
        redirectUri: options.get('redirect') ?? '',
        hasCompleteAnswers: options.has('complete-answers'),
      }
      const created = await createClient({ database, clock: systemClock, instanceKey }, input)
      await recordForOwner(database, { kind: 'client-made', userId: owner.id, clientId: created.client.id })
      return created
    })
    io.print(format(client.publicId, secret))
    return 0
  },
}

function parseFormat(text: string): Format {
  const format = FORMATS.get(text)
  if (!format) throw new UsageError(`--format must be one of ${[...FORMATS.keys()].join(', ')}`)
  return format
}
