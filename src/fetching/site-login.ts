import { isListed, type AllowList } from './addresses/allow-list.ts'
import type { FetchTarget } from './fetch-target.ts'

/** An account at one site. Held in memory for one fetch, and sent to that site alone. */
export interface SiteLogin {
  /** lower-case ASCII, without brackets; with a dot before it for it and every host below it */
  readonly host: string
  /** without a colon (RFC 7617) */
  readonly username: string
  readonly password: string
  /** origin of the address that its owner saved, whose port counts as the site's own */
  readonly asked: string
}

/** @returns whether a login that is kept for `pattern` is for this host, as `FetchTarget` writes it */
export function coversHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('.')) return host === pattern
  return host === pattern.slice(1) || host.endsWith(pattern)
}

/**
 * A login goes to its host on the port of https, or at the very origin that was saved: whoever runs another port of the
 * machine is somebody else, and so is whoever answers after a step down from https.
 */
export function isSiteOf(login: SiteLogin, { url, host, port, secure }: FetchTarget): boolean {
  if (!coversHost(login.host, host)) return false
  if (secure && port === 443) return true
  const asked = URL.parse(login.asked)
  return asked !== null && asked.protocol === url.protocol && asked.port === url.port
}

/**
 * Without TLS everybody on the way can read a password. Only hosts that the operator allows although they are not public
 * are asked without it: the way to them is the operator's own network.
 * @param addresses where the connection may be made to
 */
export function isPrivateWay({ host, port, secure }: FetchTarget, addresses: readonly string[], allow: AllowList) {
  return secure || addresses.every((address) => isListed(allow, { host, address, port }))
}

/** @returns the value of the Authorization field (RFC 7617, in UTF-8) */
export function basicAuthorization({ username, password }: SiteLogin): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
}
