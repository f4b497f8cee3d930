import type { LoadedSettings } from '../config/load-settings.ts'
import { packageVersion } from '../kernel/package-version.ts'
import { checkBackups } from './check-backups.ts'
import { checkBaseAddress, checkProxy } from './check-base-address.ts'
import { checkDataFolder } from './check-data-folder.ts'
import { checkMail } from './check-mail.ts'
import { checkObjects } from './check-objects.ts'
import { checkProvider } from './check-provider.ts'
import { checkStandby } from './check-standby.ts'
import { ok, warning, type Finding, type FindingName } from './finding.ts'

/** A check of the installation. It leaves everything as it was. */
export interface Check {
  readonly name: FindingName
  readonly run: () => Promise<readonly Finding[]>
}

/**
 * @param loaded the settings as the operator gave them, and the warnings about unknown ones
 * @param checkDatabase checks the database and what it contains
 * @returns the checks of `dogear doctor` and of the first administration page, in the order of their findings
 */
export function installationChecks(
  { settings, warnings }: Pick<LoadedSettings, 'settings' | 'warnings'>,
  checkDatabase: Check['run'],
): readonly Check[] {
  return [
    {
      name: 'version',
      run: async () => [ok('version', `Dogear ${packageVersion()} on Node ${process.versions.node}`)],
    },
    { name: 'settings', run: async () => checkSettings(warnings) },
    { name: 'data folder', run: async () => [await checkDataFolder(settings)] },
    { name: 'database', run: checkDatabase },
    { name: 'standby', run: () => checkStandby(settings) },
    { name: 'object store', run: () => checkObjects(settings) },
    { name: 'backups', run: () => checkBackups(settings, new Date()) },
    { name: 'address', run: async () => [await checkBaseAddress(settings)] },
    { name: 'proxy', run: async () => [checkProxy(settings)] },
    { name: 'sign-in', run: () => checkProvider(settings) },
    { name: 'mail', run: async () => [await checkMail(settings)] },
  ]
}

function checkSettings(warnings: readonly string[]): readonly Finding[] {
  if (warnings.length === 0) return [ok('settings', 'all are known and valid')]
  return warnings.map((text) => warning('settings', text))
}
