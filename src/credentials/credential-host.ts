import { AppError } from '../kernel/errors.ts'

/** RFC 1035 section 2.3.4. */
const MAX_LENGTH = 253
/** Maximum number of parent domains that are looked up. */
const MAX_LABELS = 10

/**
 * @param text user input: a host name, with a leading dot to include all subdomains
 * @returns it in lower case and ASCII, as `URL` normalizes it, without brackets and trailing dot
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

/** @returns the host, or an empty text if the input is not a bare host, such as an address or a port */
function hostNamed(text: string): string {
  const isBare = text.length <= 300 && (!/[/\\?#@%:\s]/.test(text) || /^\[[\d.:a-f]+\]$/i.test(text))
  const host = isBare ? (URL.parse(`https://${text}/`)?.hostname ?? '') : ''
  const bare = host.replaceAll(/^\[|\]$|\.$/g, '')
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(bare) || host.startsWith('[') ? bare : ''
}

/** `.com` would match unrelated sites; an IP address has no subdomains. */
function isWideEnough(host: string): boolean {
  return host.includes('.') && !/^[\d.]+$|:/.test(host)
}

/**
 * @param url address of a page
 * @returns the credential hosts that match it, the closest first: its own host, then the same and its parents, each
 * with a leading dot
 */
export function credentialHostsOf(url: string): string[] {
  const host = URL.parse(url)?.hostname.replaceAll(/^\[|\]$|\.$/g, '') ?? ''
  if (host === '') return []
  if (/^[\d.]+$|:/.test(host)) return [host]
  const labels = host.split('.').slice(-MAX_LABELS)
  return [host, ...labels.slice(0, -1).map((_, i) => `.${labels.slice(i).join('.')}`)]
}
