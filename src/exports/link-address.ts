/**
 * @param address as it stands in the content
 * @returns it in its normal form, percent-encoded, or undefined for anything but absolute http, https and mailto
 */
export function linkAddress(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address.trim())
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined
}
