import type { Command } from '../command.ts'
import { startServer } from '../../main.ts'

export const serveCommand: Command = {
  about:
    'Runs the service until it receives SIGTERM or SIGINT. Migrates the database, listens on DOGEAR_HOST and PORT,\n' +
    'and prints the address to open. Background jobs run in the same process unless DOGEAR_RUN_JOBS is off.',
  operands: [],
  options: {
    'new-secret': { help: 'create a new secret if the secret of the existing accounts is lost; see docs/backup.md' },
  },
  run: async ({ io, options }) => {
    return startServer(io.environment, { mayMakeSecret: options.has('new-secret') })
  },
}
