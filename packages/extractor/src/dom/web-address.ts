import { parseUrl } from './parse-url.ts'

/**
 * Addresses that the parser of the URL standard returns unchanged: a host of lower-case letters, digits and hyphens
 * with a last label that is not a number, no port, and nothing after it that would be escaped or resolved. Most links
 * are of this kind, and this check costs a tenth of parsing them.
 */
const ORIGIN = String.raw`https?:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*`

const KEPT = String.raw`\w\-.~!$&()*+,;=:@\/%`

const PATH = String.raw`\/[${KEPT}]*(?:\?[${KEPT}?]*)?(?:#[${KEPT}?]*)?`

const PLAIN = new RegExp(`^${ORIGIN}${PATH}$`)

const PLAIN_PATH = new RegExp(String.raw`^(?!\/\/)${PATH}$`)

/** Dot segments are resolved, and hosts in Punycode may be rejected. */
const SPECIAL = /\/(?:\.|%2e)|xn--/i

/** De-facto limit of servers; section 5 of the security notes. */
const MAX_ADDRESS = 8192

/**
 * @param address as written in the page
 * @param base for resolving relative addresses; without it only absolute ones are accepted
 * @returns the absolute http or https address, or undefined for anything else, for one with a user name, or over 8 KB
 */
export function webAddress(address: string | undefined, base?: string): string | undefined {
  if (address === undefined || address.length > MAX_ADDRESS) return undefined
  const trimmed = address.trim()
  if (trimmed === '') return undefined
  if (isPlainAddress(trimmed)) return trimmed
  const url = parseUrl(trimmed, base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username !== '' || url.password !== '' || url.href.length > MAX_ADDRESS) return undefined
  return url.href
}

/** @returns `webAddress` for many addresses with one base */
export function addressReader(base: string): (address: string) => string | undefined {
  const read = (address: string): string | undefined => webAddress(address, base)
  const parsed = parseUrl(base)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return read
  const { origin } = parsed
  const most = MAX_ADDRESS - origin.length
  return (address) => (address.length <= most && isPlainPath(address) ? origin + address : read(address))
}

/** @returns whether the address is absolute, and parsing it returns the same text */
export function isPlainAddress(address: string): boolean {
  return PLAIN.test(address) && !SPECIAL.test(address)
}

/** @returns whether the address is a path that can be appended to an origin unchanged */
export function isPlainPath(address: string): boolean {
  return PLAIN_PATH.test(address) && !SPECIAL.test(address)
}
