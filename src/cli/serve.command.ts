import type { Command } from './command.ts'
import { startServer } from '../main.ts'

export const serveCommand: Command = {
  about:
    'Runs the service until SIGTERM or SIGINT: migrates the database, listens on DOGEAR_HOST and PORT, and prints\n' +
    'the address to open. Background jobs run in it too, unless DOGEAR_RUN_JOBS is off.',
  operands: [],
  options: {
    'new-secret': { help: 'makes a new secret where the one of existing accounts is gone; see docs/backup.md' },
  },
  run: async ({ io, options }) => {
    return startServer(io.environment, { mayMakeSecret: options.has('new-secret') })
  },
}
