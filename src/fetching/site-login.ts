import { isListed, type AllowList } from './addresses/allow-list.ts'
import type { FetchTarget } from './fetch-target.ts'

/** The credentials for a site. They are only in memory during a fetch, and only sent to this site. */
export interface SiteLogin {
  /** host in lower-case ASCII, without brackets; a leading dot includes all subdomains */
  readonly host: string
  /** must not contain a colon (RFC 7617) */
  readonly username: string
  readonly password: string
  /** origin of the saved address, to which the login may be sent even if its port is not 443 */
  readonly asked: string
}

/**
 * @param pattern a host, or a host with a leading dot to include all subdomains
 * @param host a host as in `FetchTarget`
 * @returns true if a login for `pattern` applies to this host
 */
export function coversHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('.')) return host === pattern
  return host === pattern.slice(1) || host.endsWith(pattern)
}

/**
 * @returns true if the login may be sent to the target: its host matches, and the target has https on port 443, or the
 *   scheme and port of the saved address. Other ports of the host may belong to another operator.
 */
export function isSiteOf(login: SiteLogin, { url, host, port, secure }: FetchTarget): boolean {
  if (!coversHost(login.host, host)) return false
  if (secure && port === 443) return true
  const asked = URL.parse(login.asked)
  return asked !== null && asked.protocol === url.protocol && asked.port === url.port
}

/**
 * Checks that a password can be sent to a target without anyone on the network path reading it.
 * @param addresses the addresses to which the connection may be made
 * @returns true if the connection uses TLS, or leads to a private host that the operator has allowed
 */
export function isPrivateWay({ host, port, secure }: FetchTarget, addresses: readonly string[], allow: AllowList) {
  return secure || addresses.every((address) => isListed(allow, { host, address, port }))
}

/** @returns the value of the Authorization header (RFC 7617), with the credentials in UTF-8 */
export function basicAuthorization({ username, password }: SiteLogin): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
}
