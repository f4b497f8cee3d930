/** Host prefixes of mobile and AMP pages. */
const VARIANT_PREFIX = /^(?:www|amp|m|mobile)\./

/**
 * @param address absolute address
 * @returns its host without such a prefix, for comparing two addresses of one site
 */
export function siteOf(address: string): string {
  return new URL(address).host.replace(VARIANT_PREFIX, '')
}
