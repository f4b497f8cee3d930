import { AppError } from '../kernel/errors.ts'

/**
 * Maximum length of a host name in characters, without the dot at its end (RFC 1035, section 2.3.4). Longer names are
 * refused.
 */
const MAX_LENGTH = 253
/**
 * Maximum number of labels of a page's host name that are used to look up credentials. If the name has more labels,
 * those at its start are ignored, so that the database query stays small.
 */
const MAX_LABELS = 10

/**
 * @param text user input: a host name, which starts with a dot to include all subdomains
 * @returns the host in lower case and ASCII, as `URL` normalizes it; without the brackets of IPv6 and without a dot at
 *   its end
 * @throws AppError `invalid_input`
 */
export function parseCredentialHost(text: string): string {
  const trimmed = text.trim()
  const isWide = trimmed.startsWith('.')
  const host = hostNamed(isWide ? trimmed.slice(1) : trimmed)
  const isFit = host !== '' && host.length <= MAX_LENGTH && (!isWide || isWideEnough(host))
  if (isFit) return isWide ? `.${host}` : host
  throw new AppError('invalid_input', 'a host must be a name such as example.com or .example.com', {
    details: { field: 'host' },
  })
}

/** @returns the normalized host; empty if the text is not a host, or has further parts such as a scheme or a port */
function hostNamed(text: string): string {
  const isBare = text.length <= 300 && (!/[/\\?#@%:\s]/.test(text) || /^\[[\d.:a-f]+\]$/i.test(text))
  const host = isBare ? (URL.parse(`https://${text}/`)?.hostname ?? '') : ''
  const bare = host.replaceAll(/^\[|\]$|\.$/g, '')
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(bare) || host.startsWith('[') ? bare : ''
}

/**
 * @returns true if credentials may include the subdomains of this host. `com` is excluded because its subdomains are
 *   unrelated sites, and IP addresses because they have no subdomains.
 */
function isWideEnough(host: string): boolean {
  return host.includes('.') && !/^[\d.]+$|:/.test(host)
}

/**
 * @param url address of a page
 * @returns the hosts of credentials that apply to the page, most specific first: `news.example.com`,
 *   `.news.example.com`, `.example.com`
 */
export function credentialHostsOf(url: string): string[] {
  const host = URL.parse(url)?.hostname.replaceAll(/^\[|\]$|\.$/g, '') ?? ''
  if (host === '') return []
  if (/^[\d.]+$|:/.test(host)) return [host]
  const labels = host.split('.').slice(-MAX_LABELS)
  return [host, ...labels.slice(0, -1).map((_, i) => `.${labels.slice(i).join('.')}`)]
}
