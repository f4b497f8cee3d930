import { parseUrl } from '../dom/parse-url.ts'

/** Matches host name prefixes that variants of a site have, such as its mobile and AMP pages. */
const VARIANT_PREFIX = /^(?:www|amp|m|mobile)\./

/**
 * @param address an absolute address
 * @returns the host without a prefix such as `www.` or `m.`, to compare addresses by site; empty if the address is
 * invalid
 */
export function siteOf(address: string): string {
  return (parseUrl(address)?.host ?? '').replace(VARIANT_PREFIX, '')
}
