/** Host prefixes of pages for phones and AMP. */
const VARIANT_PREFIX = /^(?:www|amp|m|mobile)\./

/**
 * @param address absolute address
 * @returns its host without the prefix of a variant, to compare two addresses of one site
 */
export function siteOf(address: string): string {
  return new URL(address).host.replace(VARIANT_PREFIX, '')
}
