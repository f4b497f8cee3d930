/** De-facto limit of servers; section 5 of the security notes. */
const MAX_ADDRESS = 8192

/**
 * @param address as the page wrote it
 * @param base what relative addresses are resolved against; without it only absolute ones are taken
 * @returns the absolute http or https address, or undefined for anything else, with a user name in it, or over 8 KB
 */
export function webAddress(address: string | undefined, base?: string): string | undefined {
  if (address === undefined || address.length > MAX_ADDRESS) return undefined
  const trimmed = address.trim()
  if (trimmed === '') return undefined
  const url = URL.parse(trimmed, base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username !== '' || url.password !== '' || url.href.length > MAX_ADDRESS) return undefined
  return url.href
}
