import { AppError } from '../kernel/errors.ts'

/** RFC 1035 section 2.3.4. */
const MAX_LENGTH = 253
/** Hosts above a page's own that are looked up. */
const MAX_LABELS = 10

/**
 * @param text user input: a host name, with a dot before it for every host below it too
 * @returns it in lower case and ASCII, as `URL` writes it, without brackets and closing dot
 * @throws AppError `invalid_input`
 */
export function parseCredentialHost(text: string): string {
  const trimmed = text.trim()
  const isWide = trimmed.startsWith('.')
  const host = hostNamed(isWide ? trimmed.slice(1) : trimmed)
  const isFit = host !== '' && host.length <= MAX_LENGTH && (!isWide || isWideEnough(host))
  if (isFit) return isWide ? `.${host}` : host
  throw new AppError('invalid_input', 'a host is a name such as example.com or .example.com', {
    details: { field: 'host' },
  })
}

/** @returns the host if the text is a host and nothing else, such as an address or a port, else an empty text */
function hostNamed(text: string): string {
  const isBare = text.length <= 300 && (!/[/\\?#@%:\s]/.test(text) || /^\[[\d.:a-f]+\]$/i.test(text))
  const host = isBare ? (URL.parse(`https://${text}/`)?.hostname ?? '') : ''
  const bare = host.replaceAll(/^\[|\]$|\.$/g, '')
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(bare) || host.startsWith('[') ? bare : ''
}

/** `.com` would be everybody's; an address has nothing below it. */
function isWideEnough(host: string): boolean {
  return host.includes('.') && !/^[\d.]+$|:/.test(host)
}

/**
 * @param url address of a page
 * @returns the hosts whose credentials are for it, the closest first: its own, then with a dot it and all above it
 */
export function credentialHostsOf(url: string): string[] {
  const host = URL.parse(url)?.hostname.replaceAll(/^\[|\]$|\.$/g, '') ?? ''
  if (host === '') return []
  if (/^[\d.]+$|:/.test(host)) return [host]
  const labels = host.split('.').slice(-MAX_LABELS)
  return [host, ...labels.slice(0, -1).map((_, i) => `.${labels.slice(i).join('.')}`)]
}
