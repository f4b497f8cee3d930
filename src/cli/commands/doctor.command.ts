import { packageVersion } from '../../kernel/package-version.ts'
import type { Command } from '../command.ts'
import { loadSettingsAndWarn } from '../load-settings-and-warn.ts'
import { checkBaseAddress, checkProxy } from '../doctor/check-base-address.ts'
import { checkBackups } from '../doctor/check-backups.ts'
import { checkProvider } from '../doctor/check-provider.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkMail } from '../doctor/check-mail.ts'
import { checkDataFolder } from '../doctor/check-data-folder.ts'
import { findingLine, ok, type Finding } from '../doctor/finding.ts'

export const doctorCommand: Command = {
  about:
    'Checks the settings, the data folder and its disk, the database, its pooler, the clock, the public address, the reverse proxy,\n' +
    'the identity provider, the scheduled backups, the jobs, the search and the mail server. Prints a line for each: ok,\n' +
    'or what to do. Changes nothing, and does not migrate.\n' +
    'Exits with 1 if there is a problem.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const { settings, warnings } = loadSettingsAndWarn(io)
    const findings: readonly Finding[] = [
      ok('version', `Dogear ${packageVersion()} on Node ${process.versions.node}`),
      ...(warnings.length === 0 ? [ok('settings', 'all are known and valid')] : []),
      await checkDataFolder(settings),
      ...(await checkDatabase(settings)),
      ...(await checkBackups(settings, new Date())),
      await checkBaseAddress(settings),
      checkProxy(settings),
      ...(await checkProvider(settings)),
      await checkMail(settings),
    ]
    for (const finding of findings) io.print(findingLine(finding))
    return findings.some(({ state }) => state === 'problem') ? 1 : 0
  },
}
