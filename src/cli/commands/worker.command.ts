import type { Command } from '../command.ts'

export const workerCommand: Command = {
  about:
    'Runs background jobs without a web server, until SIGTERM or SIGINT. For PostgreSQL, where any number of processes\n' +
    'shares the work; on SQLite "dogear serve" runs the jobs itself.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const { startWorker } = await import('../../worker.ts')
    return startWorker(io.environment)
  },
}
