import type { Entry } from '../entry.ts'
import { parseWebAddress } from '../saving/entry-address.ts'

/** Reasons of failures after which earlier versions gave an entry the address of the wall. */
const WALL_REASONS = new Set(['bot_wall', 'consent_wall', 'needs_login', 'login_refused'])

/**
 * @returns the address from which the page of an entry is fetched. If the entry has no text because of a wall, this is
 *   the address that the user saved, because `url` may be that of the wall.
 */
export function addressToFetch({ url, givenUrl, isNotParsed, fetchReason }: Entry): string {
  const isWalled = isNotParsed && fetchReason !== null && WALL_REASONS.has(fetchReason)
  return (isWalled && parseWebAddress(givenUrl)) || url
}
