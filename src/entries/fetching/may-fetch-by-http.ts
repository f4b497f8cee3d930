import type { Entry } from '../entry.ts'
import { savedAddress } from '../saving/saved-address.ts'

/**
 * @returns true if the page may be fetched by http after https has failed, because the client sent its address without a
 *   scheme, and the page was never reached
 */
export function mayFetchByHttp(entry: Entry): boolean {
  const { givenUrl, url } = entry
  return givenUrl !== null && !/^https?:/i.test(givenUrl) && url === savedAddress(entry)
}
