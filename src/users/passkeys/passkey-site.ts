import { isIP } from 'node:net'

/** The names by which browsers bind passkeys to this service. */
interface PasskeySite {
  /** the relying party id: the host, without the port */
  readonly rpId: string
  readonly origin: string
}

/**
 * Why browsers refuse passkeys at an address: `unencrypted` without TLS, unless it is localhost, and `ip-address` at an
 * address without a name.
 */
export type PasskeyObstacle = 'unencrypted' | 'ip-address'

/**
 * @param baseUrl public address of this server
 * @returns the names for passkeys, or why there can be none. WebAuthn requires a secure context and a domain
 *   (https://www.w3.org/TR/webauthn-3/#relying-party-identifier).
 */
export function passkeySite(baseUrl: string): PasskeySite | PasskeyObstacle {
  const { protocol, hostname, origin } = new URL(baseUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return 'ip-address'
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : 'unencrypted'
}

/**
 * @returns the names for passkeys
 * @throws Error where there can be none; callers offer no passkeys there
 */
export function requirePasskeySite(baseUrl: string): PasskeySite {
  const site = passkeySite(baseUrl)
  if (typeof site === 'string') throw new Error(`no passkeys at ${baseUrl}: ${site}`)
  return site
}
