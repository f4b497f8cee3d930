/**
 * @param redirectUri a redirect address of an app
 * @returns the source that a content security policy needs, so that the response to a form may redirect there. A policy
 *   cannot name an IPv6 address, and allows its scheme instead.
 */
export function formTarget(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && !hostname.startsWith('[') ? origin : protocol
}

/** @returns the part of a redirect address that identifies the receiver: the host, or the scheme of an app */
export function shownTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}
