import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { advanceRevision } from '../users/revision.ts'
import { parseCredentialHost } from './credential-host.ts'
import { credentialSeal } from './seal-credential.ts'
import type { SiteCredential } from './site-credential.ts'
import { deleteCredentialRow, listCredentialRows, setCredentialRow } from './site-credential.repository.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'

export interface ChangeSiteCredentialsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly instanceKey: Uint8Array
}

/** A credential that a user entered. */
interface SubmittedCredential {
  /** host in any form that `parseCredentialHost` accepts */
  readonly host: string
  readonly username: string
  /** if empty, the password that is stored for the host remains */
  readonly password: string
}

/** Maximum number of hosts for which one user can store credentials. Further hosts are refused. */
export const MAX_HOSTS = 100
/**
 * Maximum lengths of username and password in characters. Longer ones are refused, because the two are sent in one
 * header field, which servers limit to 8 kB.
 */
export const MAX_USERNAME = 255
export const MAX_PASSWORD = 1024

/**
 * Stores an owner's credential for a site, and replaces the existing one for the same host. The next fetch from the
 * site uses it.
 * @returns the credential without its password
 * @throws AppError `invalid_input` for a new host if the owner has credentials for 100 hosts, or for an invalid value;
 *   `details.field` names the field
 */
export async function setSiteCredential(
  { database, clock, instanceKey }: ChangeSiteCredentialsDeps,
  owner: UserId,
  given: SubmittedCredential,
): Promise<SiteCredential> {
  const host = parseCredentialHost(given.host)
  refuseUnfit('username', given.username, MAX_USERNAME)
  if (given.username === '') throw refusal('username', 'a username is required')
  // In HTTP Basic authentication, the first colon ends the username (RFC 7617, section 2).
  if (given.username.includes(':')) throw refusal('username', 'a username must not contain a colon')
  refuseUnfit('password', given.password, MAX_PASSWORD)
  const now = clock.now().toISOString()
  const sealing = credentialSeal(instanceKey)
  return ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    const stored = await listCredentialRows(tx, owner)
    const before = stored.find((row) => row.host === host)
    if (!before && stored.length >= MAX_HOSTS)
      throw refusal('host', `an account can have logins for at most ${MAX_HOSTS} hosts`)
    if (given.password === '' && !before) throw refusal('password', 'a password is needed')
    const place = { owner, host }
    const passwordSealed =
      given.password === '' ? before!.passwordSealed : sealing.seal(place, 'password', given.password)
    const times = { createdAt: before?.createdAt ?? now, updatedAt: now }
    const usernameSealed = sealing.seal(place, 'username', given.username)
    await setCredentialRow(tx, owner, { host, usernameSealed, passwordSealed, ...times })
    return { host, username: given.username, ...times }
  })
}

/**
 * Deletes an owner's credential.
 * @throws AppError `not_found` if the owner has none for the host, `invalid_input` for an invalid host
 */
export async function deleteSiteCredential(
  { database }: Pick<ChangeSiteCredentialsDeps, 'database'>,
  owner: UserId,
  host: string,
): Promise<void> {
  const name = parseCredentialHost(host)
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if (!(await deleteCredentialRow(tx, owner, name))) throw notFound('site credentials')
  })
}

function refuseUnfit(field: string, text: string, max: number): void {
  if (text.length > max) throw refusal(field, `at most ${max} characters`)
  // RFC 7617, section 2, does not allow control characters. HTTP header fields cannot contain them either.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw refusal(field, 'no control characters')
}

function refusal(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { details: { field } })
}
