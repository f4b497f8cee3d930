import type { Entry } from '../entry.ts'
import { savedAddress } from '../saving/saved-address.ts'

/** Reasons of failures after which earlier versions gave an entry the address of the wall. */
const WALL_REASONS = new Set(['bot_wall', 'consent_wall', 'needs_login', 'login_refused'])

/**
 * @returns the address from which the page of an entry is fetched. If the entry has no text because of a wall, this is
 *   the address that the user saved, because `url` may be that of the wall.
 */
export function addressToFetch(entry: Entry): string {
  const { url, isNotParsed, fetchReason } = entry
  const isWalled = isNotParsed && fetchReason !== null && WALL_REASONS.has(fetchReason)
  return (isWalled && savedAddress(entry)) || url
}

/**
 * @returns true if the page may be fetched by http after https has failed, because the client sent its address without a
 *   scheme, and the page was never reached
 */
export function mayFetchByHttp(entry: Entry): boolean {
  const { givenUrl } = entry
  return givenUrl !== null && !/^https?:/i.test(givenUrl) && addressToFetch(entry) === savedAddress(entry)
}
