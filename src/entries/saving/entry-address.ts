import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/storable-text.ts'

/** Maximum length of an address, in bytes of UTF-8 (security specification, section 5). */
export const MAX_ADDRESS_BYTES = 8192

/** An address to save. */
export interface EntryAddress {
  /** without surrounding white space and credentials; scheme and host in lower case, the rest as sent */
  readonly given: string
  /** host name without port */
  readonly host: string
  /** other texts by which the same client may look the address up: as it was sent, if that differs */
  readonly spellings: readonly string[]
  /** whether the address was sent without a scheme: https is tried first, then http */
  readonly isSchemeAssumed: boolean
}

/** A host name with a dot, `localhost` or an IPv4 address, and perhaps a port, at the start of a text. */
const HOST_FIRST =
  /^(?:(?:[\p{L}\p{N}_-]{1,63}\.){1,20}\p{L}[\p{L}\p{N}-]{1,62}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?=[/?#]|$)/iu

/**
 * @param input a client's value for `url`: an http or https address, or one without a scheme, as wallabag accepts it
 * @throws AppError `invalid_input` with wallabag's message (contract 4.5) for anything else
 */
export function parseEntryAddress(input: unknown): EntryAddress {
  const text = typeof input === 'string' ? input.trim() : ''
  const bare = text.replace(/^\/\//, '')
  if (!HOST_FIRST.test(bare)) return parseAbsoluteAddress(text)
  const { given, host } = parseAbsoluteAddress(`https://${bare}`)
  return { given, host, spellings: [text], isSchemeAssumed: true }
}

/** The same for addresses that must have a scheme. @throws AppError `invalid_input` like `parseEntryAddress` */
export function parseAbsoluteAddress(input: unknown): EntryAddress {
  const text = typeof input === 'string' ? input.trim() : ''
  if (text === '') throw new AppError('invalid_input', 'This value should not be blank.\n')
  const url = text.length <= MAX_ADDRESS_BYTES ? URL.parse(text) : null
  if (!url || !isWebAddress(url, text)) {
    const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
    throw new AppError('invalid_input', `The url '"${shown.toWellFormed().replaceAll('\0', '')}"' is not a valid url\n`)
  }
  const host = url.hostname
  if (url.username === '' && url.password === '') {
    const given = text.replace(/^https?:\/\/[^/?#]*/i, (start) => start.toLowerCase())
    return { given, host, spellings: given === text ? [] : [text], isSchemeAssumed: false }
  }
  url.username = ''
  url.password = ''
  return { given: url.href, host, spellings: [], isSchemeAssumed: false }
}

/**
 * @returns every address that may be that of the same page when it is saved again: for one without a scheme both
 *   schemes
 */
export function knownAs({ given, spellings, isSchemeAssumed }: EntryAddress): string[] {
  return [given, ...(isSchemeAssumed ? [withHttp(given)] : []), ...spellings]
}

/** @returns an https address with http instead */
export function withHttp(address: string): string {
  return address.replace(/^https:/, 'http:')
}

/** The parser would drop tabs and line breaks, so that `java\tscript:` becomes a scheme. */
function isWebAddress(url: URL, text: string): boolean {
  return (
    /^https?:$/.test(url.protocol) &&
    /^https?:\/\//i.test(text) &&
    url.hostname !== '' &&
    text.isWellFormed() &&
    !/\p{Cc}/u.test(text) &&
    new TextEncoder().encode(text).length <= MAX_ADDRESS_BYTES
  )
}

/**
 * @returns an absolute http(s) address, its scheme and host in lower case, or undefined for anything else: for fields such as `preview_picture`,
 *   whose invalid values are ignored
 */
export function parseWebAddress(input: unknown): string | undefined {
  if (typeof input !== 'string' || input === '') return undefined
  try {
    return parseAbsoluteAddress(input).given
  } catch {
    return undefined
  }
}

/** Decodes valid escapes and leaves the rest unchanged, like PHP's `urldecode`. */
export function percentDecoded(address: string): Uint8Array {
  const bytes = new TextEncoder().encode(address)
  if (!address.includes('%') && !address.includes('+')) return bytes
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const escape = bytes[index] === PERCENT ? String.fromCharCode(...bytes.subarray(index + 1, index + 3)) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(escape)
    decoded[length++] = isEscape ? Number.parseInt(escape, 16) : bytes[index] === PLUS ? BLANK : bytes[index]!
    if (isEscape) index += 2
  }
  return decoded.subarray(0, length)
}

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })
const textOf = (bytes: Uint8Array): string => UTF_8.decode(bytes)

const PERCENT = 0x25
const PLUS = 0x2b
const BLANK = 0x20

/** Query parameters that only identify the reader's origin; wallabag's fetcher drops the same ones (contract 4.4). */
const TRACKING = /^(?:utm_|mtm_)/i

/** @returns the address without fragment and without tracking parameters */
export function cleanAddress(address: string): string {
  const url = new URL(address)
  url.hash = ''
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name))
  // Only changed if a parameter is removed: writing the parameters back changes their spelling.
  for (const name of tracking) url.searchParams.delete(name)
  return url.href
}

export interface FinalAddress {
  readonly url: string
  /** the reader's original address, if the page has a substantially different one */
  readonly originUrl: string | undefined
}

/**
 * Chooses between the given address and the final one (contract 4.4): a difference only in the scheme, in a slash at
 * the end of the path, or in percent-encoding is adopted silently; a fragment is kept; any other difference is recorded
 * in `origin_url`.
 * @param given the entry's current address
 * @param final the address after all redirects
 */
export function settleAddress(given: string, final: string): FinalAddress {
  const cleaned = cleanAddress(final)
  const from = new URL(given)
  if (withoutFragment(from) === cleaned) return { url: given, originUrl: undefined }
  return { url: cleaned, originUrl: isSameForReaders(from, new URL(cleaned)) ? undefined : given }
}

function withoutFragment(url: URL): string {
  const copy = new URL(url)
  copy.hash = ''
  return copy.href
}

function isSameForReaders(left: URL, right: URL): boolean {
  return comparable(left) === comparable(right)
}

function comparable(url: URL): string {
  const path = textOf(percentDecoded(url.pathname)).replace(/\/$/, '')
  return `//${url.host}${path}${textOf(percentDecoded(url.search))}`
}

/** @returns the title of an entry whose page has none: last segment of the path, else the host (contract 4.3) */
export function titleFromAddress(address: string): string {
  const url = new URL(address)
  const last = url.pathname.split('/').findLast((piece) => piece !== '')
  const text = last === undefined ? '' : storableText(textOf(percentDecoded(last))).trim()
  return text === '' ? url.hostname : text
}
