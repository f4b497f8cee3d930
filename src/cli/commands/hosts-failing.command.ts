import { listFailingHosts } from '../../entries/fetching/failing-hosts.ts'
import type { Command } from '../command.ts'
import { loadAndWarn } from '../load-and-warn.ts'
import { parseFormat } from '../output-format.ts'
import { withDatabase } from '../with-database.ts'

const MOST = 1000

export const hostsFailingCommand: Command = {
  about:
    'Prints the hosts whose pages could not be had, those with the most entries first: a line of names, then a line a\n' +
    'host, with tabs between the columns; or with --format json an object in each line. 1000 hosts at most.',
  operands: [],
  options: { format: { help: 'text or json; text if left out', value: 'FORMAT' } },
  run: async ({ io, options }) => {
    const format = parseFormat(options.get('format'), ['text', 'json'])
    const { settings } = loadAndWarn(io)
    const hosts = await withDatabase(settings, (database) => listFailingHosts(database, MOST))
    if (format === 'json') for (const host of hosts) io.print(JSON.stringify(host))
    else {
      io.print(['host', 'entries', 'reason', 'failed'].join('\t'))
      for (const { host, entries, reason, failedAt } of hosts) io.print([host, entries, reason, failedAt].join('\t'))
    }
    return 0
  },
}
