import type { Database } from '../db/database.ts'
import type { SiteLogin } from '../fetching/site-login.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { credentialHostsOf } from './credential-host.ts'
import { findCredentialRows } from './site-credential.repository.ts'
import { credentialSeal } from './seal-credential.ts'

/**
 * Returns the owner's login for the host of a page. If several logins match, returns the one with the most specific
 * host.
 */
export type FindSiteLogin = (owner: UserId, url: string) => Promise<SiteLogin | undefined>

/** @returns a function that finds logins. It ignores a login that was encrypted with another key. */
export function siteLoginFinder(database: Database, instanceKey: Uint8Array): FindSiteLogin {
  return async (owner, url) => {
    const hosts = credentialHostsOf(url)
    const savedOrigin = URL.parse(url)?.origin
    if (hosts.length === 0 || savedOrigin === undefined) return undefined
    const rows = await database.read((db) => findCredentialRows(db, owner, hosts))
    const row = rows.toSorted((a, b) => hosts.indexOf(a.host) - hosts.indexOf(b.host))[0]
    if (!row) return undefined
    const [seal, place] = [credentialSeal(instanceKey), { owner, host: row.host }]
    const username = seal.open(place, 'username', row.usernameSealed)
    const password = seal.open(place, 'password', row.passwordSealed)
    return username === undefined || password === undefined
      ? undefined
      : { host: row.host, username, password, savedOrigin }
  }
}
