import type { Command } from '../command.ts'
import { loadSettings } from '../../config/load-settings.ts'
import { checkDatabase } from '../../doctor/check-database.ts'
import type { Finding } from '../../doctor/finding.ts'
import { installationChecks } from '../../doctor/installation-checks.ts'
import { runCheck } from '../../doctor/run-check.ts'

const WIDTH = { state: 8, name: 13 }

export const doctorCommand: Command = {
  about:
    'Checks the settings, the data folder and its disk, the database, its pooler and standby, the clock, the public address,\n' +
    'the reverse proxy, the identity provider, the scheduled backups, the jobs, the search and the mail server. Prints a line\n' +
    'for each: ok, or what to do. Changes nothing, and does not migrate. Administrators see the same at /admin.\n' +
    'Exits with 1 if there is a problem.',
  operands: [],
  options: {},
  run: async ({ io }) => {
    const loaded = loadSettings(io.environment)
    const findings: Finding[] = []
    for (const check of installationChecks(loaded, () => checkDatabase(loaded.settings))) {
      const found = await runCheck(check)
      for (const finding of found) io.print(findingLine(finding))
      findings.push(...found)
    }
    return findings.some(({ state }) => state === 'problem') ? 1 : 0
  },
}

/** @returns a finding as a line of text */
function findingLine({ state, name, text }: Finding): string {
  return `${state.padEnd(WIDTH.state)} ${name.padEnd(WIDTH.name)} ${text}`
}
