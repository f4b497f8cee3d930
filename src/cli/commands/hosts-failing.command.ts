import { listFailingHosts } from '../../entries/fetching/failed-fetches-by-host.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { parseFormat } from '../parse-format.ts'
import { withDatabase } from '../with-database.ts'

const MAX_HOSTS = 1000

export const hostsFailingCommand: Command = {
  about:
    'Lists the hosts with failed fetches, those with the most entries first, as tab-separated columns with a header\n' +
    'line, or with --format json as one object per line. Prints at most 1000 hosts.',
  operands: [],
  options: { format: { help: 'text or json; default: text', value: 'FORMAT' } },
  run: async ({ io, options }) => {
    const format = parseFormat(options.get('format'), ['text', 'json'])
    const { settings } = loadSettingsAndWarn(io)
    const hosts = await withDatabase(settings, (database) => listFailingHosts(database, MAX_HOSTS))
    if (format === 'json') for (const host of hosts) io.print(JSON.stringify(host))
    else {
      io.print(['host', 'entries', 'reason', 'failed'].join('\t'))
      for (const { host, entries, reason, failedAt } of hosts) io.print([host, entries, reason, failedAt].join('\t'))
    }
    return 0
  },
}
