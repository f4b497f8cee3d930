import { FetchFailure } from './fetch-failure.ts'

/** Maximum length of a requested or followed address, in bytes of its serialised form. */
const ADDRESS_BYTES = 8192

/** An address that passed every check that needs no name resolution. */
export interface FetchTarget {
  /** http or https, without userinfo and fragment */
  readonly url: URL
  readonly secure: boolean
  /** lower case, without brackets and trailing dot */
  readonly host: string
  readonly port: number
}

/**
 * Parses an address once; later checks use only the result.
 * @param base the address that returned the redirect
 * @throws FetchFailure refused for other schemes, userinfo, control characters, no host or an overlong address
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
