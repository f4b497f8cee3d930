/** What browsers leave in an address although RFC 3986 (section 2) has no place for it. */
const STRAY = /%(?![\dA-F]{2})|[[\]\\^`{|}]/gi

/**
 * @param address as it stands in the content
 * @returns it in its normal form, percent-encoded, or undefined for anything but absolute http, https and mailto
 */
export function linkAddress(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address.trim())
  if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return undefined
  for (const part of ['pathname', 'search', 'hash'] as const) {
    const clean = url[part].replaceAll(STRAY, encodeURIComponent)
    if (clean !== url[part]) url[part] = clean
  }
  return url.href
}
