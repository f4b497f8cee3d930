/**
 * `URL.parse`, which Node has only from version 22.1 on.
 *
 * @param address absolute, or relative to `base`
 * @returns null if it is no address
 */
export function parseUrl(address: string, base?: string): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null
}
