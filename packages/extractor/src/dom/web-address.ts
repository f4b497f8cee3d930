import { parseUrl } from './parse-url.ts'

/**
 * Patterns for plain addresses, which a URL parser returns unchanged. The host has only lower-case letters, digits and
 * hyphens, no port, and a last label that is not a number. Nothing after the host would be escaped or resolved. Most
 * links are plain, and matching takes a tenth of the time of parsing.
 */
const ORIGIN = String.raw`https?:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*`

const UNESCAPED = String.raw`\w\-.~!$&()*+,;=:@\/%`

const PATH = String.raw`\/[${UNESCAPED}]*(?:\?[${UNESCAPED}?]*)?(?:#[${UNESCAPED}?]*)?`

const PLAIN = new RegExp(`^${ORIGIN}${PATH}$`)

const PLAIN_PATH = new RegExp(String.raw`^(?!\/\/)${PATH}$`)

/**
 * Matches parts that make an address not plain: dot segments, because a URL parser resolves them, and Punycode, because
 * it may be invalid.
 */
const SPECIAL_PARTS = /\/(?:\.|%2e)|xn--/i

/** Maximum length of an address in characters. Few servers accept longer ones (security specification, section 5). */
const MAX_ADDRESS = 8192

/**
 * @param address address as written in the page
 * @param base base for relative addresses. Without a base, only absolute addresses are accepted
 * @returns the absolute http or https address; undefined for other addresses, and for addresses that contain a user
 * name or are longer than 8 KB
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

/** @returns a function like `webAddress` for one base. It is faster, because it need not parse plain paths. */
export function addressReader(base: string): (address: string) => string | undefined {
  const read = (address: string): string | undefined => webAddress(address, base)
  const parsed = parseUrl(base)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return read
  const { origin } = parsed
  const most = MAX_ADDRESS - origin.length
  return (address) => (address.length <= most && isPlainPath(address) ? origin + address : read(address))
}

/** @returns whether the address is absolute, and a URL parser would return it unchanged */
export function isPlainAddress(address: string): boolean {
  return PLAIN.test(address) && !SPECIAL_PARTS.test(address)
}

/** @returns whether the address is a path that a URL parser would append to the origin unchanged */
export function isPlainPath(address: string): boolean {
  return PLAIN_PATH.test(address) && !SPECIAL_PARTS.test(address)
}
