import { parseUrl } from '../dom/parse-url.ts'

/** Host name prefixes of the variants of a site, such as its mobile or AMP pages. */
const VARIANT_PREFIX = /^(?:www|amp|m|mobile)\./

/**
 * @param address an absolute address
 * @returns the host without a prefix such as `www.` or `m.`, so that addresses of one site can be compared; empty if
 *   the address is invalid
 */
export function siteOf(address: string): string {
  return (parseUrl(address)?.host ?? '').replace(VARIANT_PREFIX, '')
}
