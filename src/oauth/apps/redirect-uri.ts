/** Maximum length of a redirect address. */
const MAX_LENGTH = 2000

/** Matches an address of the same device, with or without a port. */
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/

/** Schemes that the browser itself handles, or that start something else than an app that has registered them. */
const RESERVED_SCHEMES: ReadonlySet<string> = new Set(
  (
    'about blob chrome content data file filesystem ftp http intent javascript jar mailto ms-appx resource sms tel ' +
    'vbscript view-source ws wss'
  )
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

/**
 * @returns true if an app may register this redirect address: an https address, an address of the same device, or a
 *   scheme of the app's own (RFC 8252, section 7). It must have neither a fragment nor credentials.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(text) || /[#\\<>"]/.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return text.startsWith('https://')
  return LOOPBACK.test(text) || !RESERVED_SCHEMES.has(url.protocol)
}

/**
 * @returns true if the app has registered the redirect address that it sends. All characters must be the same, except
 *   for the port of an address of the same device, which the app chooses at each start (RFC 8252, section 7.3).
 */
export function isRegistered(sent: string, registered: readonly string[]): boolean {
  return registered.includes(sent) || (isRedirectUri(sent) && registered.some((uri) => isSameLoopback(sent, uri)))
}

function isSameLoopback(one: string, other: string): boolean {
  return LOOPBACK.test(one) && LOOPBACK.test(other) && withoutPort(one) === withoutPort(other)
}

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, (start) => start.replace(/:\d+$/, ''))
