import type { Command } from '../command.ts'
import { startWorker } from '../../worker.ts'

export const workerCommand: Command = {
  about:
    'Runs background jobs without a web server until it receives SIGTERM or SIGINT. PostgreSQL only: any number of\n' +
    'workers can share the jobs. On SQLite, "dogear serve" runs the jobs.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    return startWorker(io.environment)
  },
}
