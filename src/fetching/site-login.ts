import { isListed, type AllowList } from './addresses/allow-list.ts'
import type { FetchTarget } from './fetch-target.ts'

/** An account at one site. Kept in memory for one fetch, and sent to that site only. */
export interface SiteLogin {
  /** lower-case ASCII, without brackets; with a leading dot for it and all its subdomains */
  readonly host: string
  /** without a colon (RFC 7617) */
  readonly username: string
  readonly password: string
  /** origin of the saved address; its port counts as the site's own */
  readonly asked: string
}

/** @returns whether a login stored for `pattern` applies to this host, in the form of `FetchTarget` */
export function coversHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('.')) return host === pattern
  return host === pattern.slice(1) || host.endsWith(pattern)
}

/**
 * A login is sent to its host on the https port, or to exactly the saved origin: another port of the machine, or a
 * downgrade from https, may lead to another operator.
 */
export function isSiteOf(login: SiteLogin, { url, host, port, secure }: FetchTarget): boolean {
  if (!coversHost(login.host, host)) return false
  if (secure && port === 443) return true
  const asked = URL.parse(login.asked)
  return asked !== null && asked.protocol === url.protocol && asked.port === url.port
}

/**
 * Without TLS anyone on the network path can read a password. It is sent unencrypted only to non-public hosts that the
 * operator allows: the path to them is the operator's own network.
 * @param addresses the possible targets of the connection
 */
export function isPrivateWay({ host, port, secure }: FetchTarget, addresses: readonly string[], allow: AllowList) {
  return secure || addresses.every((address) => isListed(allow, { host, address, port }))
}

/** @returns the value of the Authorization field (RFC 7617, in UTF-8) */
export function basicAuthorization({ username, password }: SiteLogin): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
}
