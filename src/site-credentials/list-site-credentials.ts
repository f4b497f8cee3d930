import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { notFound } from '../kernel/errors.ts'
import { parseCredentialHost } from './credential-host.ts'
import { credentialSeal } from './seal-credential.ts'
import type { SiteCredential } from './site-credential.ts'
import { findCredentialRows, listCredentialRows, type SealedCredential } from './site-credential.repository.ts'

interface ListSiteCredentialsDeps {
  readonly database: Database
  readonly instanceKey: Uint8Array
}

/** @returns the owner's credentials without passwords, sorted by host */
export async function listSiteCredentials(deps: ListSiteCredentialsDeps, owner: UserId): Promise<SiteCredential[]> {
  const rows = await deps.database.read((db) => listCredentialRows(db, owner))
  return rows.map((row) => reported(deps, owner, row))
}

/**
 * @param host user input, see `parseCredentialHost`
 * @returns the owner's credential for the host, without its password
 * @throws AppError `not_found`, or `invalid_input` for an invalid host
 */
export async function findSiteCredential(
  deps: ListSiteCredentialsDeps,
  owner: UserId,
  host: string,
): Promise<SiteCredential> {
  const name = parseCredentialHost(host)
  const [row] = await deps.database.read((db) => findCredentialRows(db, owner, [name]))
  if (!row) throw notFound('site credentials')
  return reported(deps, owner, row)
}

function reported({ instanceKey }: ListSiteCredentialsDeps, owner: UserId, row: SealedCredential): SiteCredential {
  const { host, createdAt, updatedAt, usernameSealed } = row
  const username = credentialSeal(instanceKey).open({ owner, host }, 'username', usernameSealed)
  return { host, username, createdAt, updatedAt }
}
