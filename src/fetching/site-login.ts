import { isListed, type AllowList } from './addresses/allow-list.ts'
import type { FetchTarget } from './parse-fetch-target.ts'

/** A user's login for a site. It is in memory only during a fetch, and is sent only to this site. */
export interface SiteLogin {
  /** host in lower-case ASCII, without brackets; a leading dot includes all subdomains */
  readonly host: string
  /** must not contain a colon, which ends the username in HTTP Basic authentication (RFC 7617) */
  readonly username: string
  readonly password: string
  /** scheme, host and port of the saved address. They may receive the login even if they are not https on port 443. */
  readonly savedOrigin: string
}

/**
 * @param pattern a host; with a leading dot, it includes all subdomains
 * @param host a host as in `FetchTarget`
 * @returns true if `pattern` includes `host`
 */
export function coversHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('.')) return host === pattern
  return host === pattern.slice(1) || host.endsWith(pattern)
}

/**
 * @returns true if the login may be sent to the target. The host must match. The target must also use https on port
 *   443, or the scheme and port of the saved address. Other ports of the host may belong to another operator.
 */
export function isSiteOf(login: SiteLogin, { url, host, port, secure }: FetchTarget): boolean {
  if (!coversHost(login.host, host)) return false
  if (secure && port === 443) return true
  const asked = URL.parse(login.savedOrigin)
  return asked !== null && asked.protocol === url.protocol && asked.port === url.port
}

/**
 * Checks that a password sent to a target cannot be read on the network path.
 * @param addresses addresses of the target that the connection may use
 * @returns true if the connection uses TLS, or if it leads to private hosts that the operator has allowed
 */
export function isConfidentialConnection(
  { host, port, secure }: FetchTarget,
  addresses: readonly string[],
  allow: AllowList,
) {
  return secure || addresses.every((address) => isListed(allow, { host, address, port }))
}

/** @returns the value of the Authorization header for the login (RFC 7617), in UTF-8 */
export function basicAuthorization({ username, password }: SiteLogin): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
}
