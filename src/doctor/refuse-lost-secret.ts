import { existsSync } from 'node:fs'
import { databaseLocation } from '../config/database-location.ts'
import { readSecret, secretPath } from '../config/instance-key.ts'
import type { Settings } from '../config/settings.ts'
import { holdsAccounts } from '../db/holds-accounts.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Checks that the secret exists or may be created. With a new secret, existing accounts would lose their encrypted
 * data. The caller must call this before it changes any data.
 * @param mayMakeNew true if the operator accepts this loss
 * @throws AppError `not_found` if there are accounts and their secret is missing, `unavailable` if the secret cannot be
 *   read
 */
export async function refuseLostSecret(settings: Settings, mayMakeNew: boolean): Promise<void> {
  const { DOGEAR_DATA_DIR: folder, DOGEAR_SECRET: given } = settings
  if (given !== '') return
  const path = secretPath(folder)
  if (existsSync(path)) return void readSecret(folder)
  if (mayMakeNew || !(await holdsAccounts(databaseLocation(settings)))) return
  throw new AppError(
    'not_found',
    `the secret ${path} is missing, but the database contains accounts: restore the file from a backup (docs/backup.md), or ` +
      'set DOGEAR_SECRET to its previous value. To continue with a new secret, start once with "dogear serve --new-secret": two-factor ' +
      'sign-in then needs a recovery code, and site logins must be entered again',
  )
}
