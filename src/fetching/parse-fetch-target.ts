import { FetchFailure } from './fetch-failure.ts'

/** Maximum length of an address in bytes, as the URL standard serialises it. Longer addresses are rejected. */
const ADDRESS_BYTES = 8192

/** An address that has passed all checks that are possible before its name is resolved. */
export interface FetchTarget {
  /** http or https address without username, password and fragment */
  readonly url: URL
  readonly secure: boolean
  /** host in lower case, without brackets and without a dot at its end */
  readonly host: string
  readonly port: number
}

/**
 * Parses an address. Later checks must use the result instead of parsing the text again, because another parser could
 * interpret the text differently.
 * @param base the address that redirected to `text`, which may be relative to it
 * @throws FetchFailure `refused` for another scheme, a username or password, control characters, a missing host, or an
 *   address that is too long
 */
export function parseTarget(text: string, base?: URL): FetchTarget {
  const url = parseUrl(text, base)
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('scheme is not http or https')
  if (url.username !== '' || url.password !== '') throw refusal('address has userinfo')
  if (host === '') throw refusal('address has no host')
  url.hash = ''
  if (url.href.length > ADDRESS_BYTES) throw refusal('address is too long')
  const secure = url.protocol === 'https:'
  return { url, secure, host, port: portOf(url) }
}

function parseUrl(text: string, base: URL | undefined): URL {
  if (Buffer.byteLength(text) > ADDRESS_BYTES) throw refusal('address is too long')
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(text.trim())) throw refusal('address has control characters')
  const url = URL.parse(text, base)
  if (!url) throw refusal('not an address')
  return url
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

function refusal(detail: string): FetchFailure {
  return new FetchFailure('refused', detail)
}
