/**
 * Replaces `URL.parse`, which Node lacks before version 22.1.
 *
 * @param address absolute address, or one relative to `base`
 * @returns the parsed address; null if it is invalid
 */
export function parseUrl(address: string, base?: string): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null
}
