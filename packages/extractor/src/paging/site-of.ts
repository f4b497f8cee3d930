import { parseUrl } from '../dom/parse-url.ts'

/** Host prefixes of mobile and AMP pages. */
const VARIANT_PREFIX = /^(?:www|amp|m|mobile)\./

/**
 * @param address absolute address
 * @returns its host without such a prefix, for comparing two addresses of one site; empty if it is no address
 */
export function siteOf(address: string): string {
  return (parseUrl(address)?.host ?? '').replace(VARIANT_PREFIX, '')
}
