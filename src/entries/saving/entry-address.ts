import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/storable-text.ts'

/**
 * Maximum length of an address, in bytes of UTF-8 (security specification, section 5). Longer addresses are rejected.
 */
export const MAX_ADDRESS_BYTES = 8192

/** An address to save. */
export interface EntryAddress {
  /** the address without credentials, with scheme and host in lower case */
  readonly url: string
  /**
   * the text that the client sent, without surrounding white space; the same as `url` if it contained credentials, which
   * are never stored
   */
  readonly sent: string
  /** host name without port */
  readonly host: string
  /**
   * true if the client sent the address without a scheme. The page is then fetched by https, or by http if https fails.
   */
  readonly isSchemeAssumed: boolean
}

/**
 * Matches the host at the start of a text: a name with a dot, `localhost` or an IPv4 address, with an optional port.
 */
const HOST_FIRST =
  /^(?:(?:[\p{L}\p{N}_-]{1,63}\.){1,20}\p{L}[\p{L}\p{N}-]{1,62}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?=[/?#]|$)/iu

/**
 * Parses the address that a client sent for `url`. Like wallabag, it accepts addresses without a scheme.
 * @param input an http or https address, or an address without a scheme
 * @throws AppError `invalid_input` with wallabag's message (wallabag contract 4.5) for any other input
 */
export function parseEntryAddress(input: unknown): EntryAddress {
  const text = typeof input === 'string' ? input.trim() : ''
  const bare = text.replace(/^\/\//, '')
  if (!HOST_FIRST.test(bare)) return parseAbsoluteAddress(text)
  const { url, host } = parseAbsoluteAddress(`https://${bare}`)
  return { url, sent: text, host, isSchemeAssumed: true }
}

/**
 * Parses an address as `parseEntryAddress` does, but requires a scheme.
 * @throws AppError `invalid_input` with wallabag's message (wallabag contract 4.5)
 */
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
    const lowered = text.replace(/^https?:\/\/[^/?#]*/i, (start) => start.toLowerCase())
    return { url: lowered, sent: text, host, isSchemeAssumed: false }
  }
  url.username = ''
  url.password = ''
  return { url: url.href, sent: url.href, host, isSchemeAssumed: false }
}

/**
 * @returns the addresses under which the page may already be saved. If the client sent no scheme, these include the
 *   https and the http address.
 */
export function lookupAddresses({ url, sent, isSchemeAssumed }: EntryAddress): string[] {
  return [url, ...(isSchemeAssumed ? [withHttp(url)] : []), sent]
}

/** @returns the address with `http:` in place of `https:` */
export function withHttp(address: string): string {
  return address.replace(/^https:/, 'http:')
}

/**
 * Checks the text as well as the parsed URL. The URL parser drops tabs and line breaks, so that it accepts
 * `java\tscript:` as a scheme.
 * @param url the parsed text
 * @returns true if the text is an http or https address without control characters
 */
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
 * Parses an absolute http or https address, for fields such as `preview_picture`. Invalid values of such fields are
 * ignored.
 * @returns the address with its scheme and host in lower case; undefined if the input is not such an address
 */
export function parseWebAddress(input: unknown): string | undefined {
  if (typeof input !== 'string' || input === '') return undefined
  try {
    return parseAbsoluteAddress(input).url
  } catch {
    return undefined
  }
}

/** Decodes an address like PHP's `urldecode`: `+` becomes a space, and invalid escapes stay unchanged. */
export function percentDecoded(address: string): Uint8Array {
  const bytes = new TextEncoder().encode(address)
  if (!address.includes('%') && !address.includes('+')) return bytes
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const escape = bytes[index] === PERCENT ? String.fromCharCode(...bytes.subarray(index + 1, index + 3)) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(escape)
    decoded[length++] = isEscape ? Number.parseInt(escape, 16) : bytes[index] === PLUS ? SPACE : bytes[index]!
    if (isEscape) index += 2
  }
  return decoded.subarray(0, length)
}

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })
const textOf = (bytes: Uint8Array): string => UTF_8.decode(bytes)

const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** @returns a title for a page that has none: the last segment of the path, or the host (wallabag contract 4.3) */
export function titleFromAddress(address: string): string {
  const url = new URL(address)
  const last = url.pathname.split('/').findLast((piece) => piece !== '')
  const text = last === undefined ? '' : storableText(textOf(percentDecoded(last))).trim()
  return text === '' ? url.hostname : text
}
