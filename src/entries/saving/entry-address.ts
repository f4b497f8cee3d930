import { hash } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import { storableText } from '../../kernel/plain-text.ts'

/** Longest address that is taken, in bytes of UTF-8 (security specification, section 5). */
export const MAX_ADDRESS_BYTES = 8192

/** An address that somebody wants to keep. */
export interface EntryAddress {
  /** as it was given, without blanks around it and without credentials in it */
  readonly given: string
  /** host name without port */
  readonly host: string
}

/**
 * @param input what a client sent as `url`
 * @throws AppError `invalid_input` in wallabag's words (contract 4.5) unless it is an absolute http or https address
 */
export function parseEntryAddress(input: unknown): EntryAddress {
  const text = typeof input === 'string' ? input.trim() : ''
  if (text === '') throw new AppError('invalid_input', 'This value should not be blank.\n')
  const url = text.length <= MAX_ADDRESS_BYTES ? URL.parse(text) : null
  if (!url || !isWebAddress(url, text)) {
    const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
    throw new AppError('invalid_input', `The url '"${shown.toWellFormed().replaceAll('\0', '')}"' is not a valid url\n`)
  }
  if (url.username === '' && url.password === '') return { given: text, host: url.hostname }
  url.username = ''
  url.password = ''
  return { given: url.href, host: url.hostname }
}

/** Tabs and line breaks would be dropped by the parser, so that `java\tscript:` becomes a scheme. */
function isWebAddress(url: URL, text: string): boolean {
  return (
    /^https?:$/.test(url.protocol) &&
    /^https?:\/\//i.test(text) &&
    url.hostname !== '' &&
    text.isWellFormed() &&
    !/\p{Cc}/u.test(text) &&
    Buffer.byteLength(text) <= MAX_ADDRESS_BYTES
  )
}

/**
 * @returns an absolute http(s) address as given, or undefined for anything else: for fields such as
 * `preview_picture` whose unusable values are ignored
 */
export function parseWebAddress(input: unknown): string | undefined {
  if (typeof input !== 'string' || input === '') return undefined
  try {
    return parseEntryAddress(input).given
  } catch {
    return undefined
  }
}

/**
 * wallabag's hash of an address: SHA-1 over its percent-decoded bytes, `+` read as a blank (contract 5.1).
 * @returns 20 bytes
 */
export function hashDecoded(address: string): Uint8Array {
  return sha1(percentDecoded(address))
}

/** SHA-1 over the address as it is: what the apps compute. @returns 20 bytes */
export function hashRaw(address: string): Uint8Array {
  return sha1(Buffer.from(address))
}

/** @returns every hash under which an address may be asked for, each once */
export function addressHashes(...addresses: readonly string[]): Uint8Array[] {
  const hashes = addresses.flatMap((address) => [hashDecoded(address), hashRaw(address)])
  const unique = new Map(hashes.map((bytes) => [Buffer.from(bytes).toString('hex'), bytes]))
  return [...unique.values()]
}

/**
 * @param text an address as somebody asks for it
 * @returns hex of every hash under which an entry may stand that was saved with this text: of the text, and of what
 *   saving makes of it, which is without blanks around it and without credentials in it
 */
export function requestedHashes(text: string): string[] {
  const kept = parseWebAddress(text) ?? text
  return addressHashes(kept, text).map((bytes) => Buffer.from(bytes).toString('hex'))
}

function sha1(bytes: Uint8Array): Uint8Array {
  return hash('sha1', bytes, 'buffer')
}

/** Decodes what is well formed and leaves the rest alone, as PHP's `urldecode` does. */
function percentDecoded(address: string): Uint8Array {
  const bytes = Buffer.from(address)
  if (!address.includes('%') && !address.includes('+')) return bytes
  const decoded = Buffer.alloc(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const escape = bytes[index] === PERCENT ? bytes.toString('latin1', index + 1, index + 3) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(escape)
    decoded[length++] = isEscape ? Number.parseInt(escape, 16) : bytes[index] === PLUS ? BLANK : bytes[index]!
    if (isEscape) index += 2
  }
  return decoded.subarray(0, length)
}

const PERCENT = 0x25
const PLUS = 0x2b
const BLANK = 0x20

/** Query parameters that only say where a reader came from; wallabag's fetcher drops the same (contract 4.4). */
const TRACKING = /^(?:utm_|mtm_)/i

/** @returns the address without fragment and without parameters that only track */
export function cleanAddress(address: string): string {
  const url = new URL(address)
  url.hash = ''
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name))
  // Only touched where something goes: writing the parameters back spells them anew.
  for (const name of tracking) url.searchParams.delete(name)
  return url.href
}

export interface FinalAddress {
  readonly url: string
  /** where the reader came from, when the page lies somewhere else in earnest */
  readonly originUrl: string | undefined
}

/**
 * Decides between the address that was given and the one that answered (contract 4.4): a difference in scheme only,
 * in a slash at the end of the path, or in percent-encoding is taken over silently; a fragment is kept; anything else
 * leaves a trace in `origin_url`.
 * @param given the entry's address so far
 * @param final where the redirects ended
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
  const path = Buffer.from(percentDecoded(url.pathname)).toString().replace(/\/$/, '')
  return `//${url.host}${path}${Buffer.from(percentDecoded(url.search)).toString()}`
}

/** @returns the title of an entry whose page has none: last piece of the path, else the host (contract 4.3) */
export function titleFromAddress(address: string): string {
  const url = new URL(address)
  const last = url.pathname.split('/').findLast((piece) => piece !== '')
  const text = last === undefined ? '' : storableText(Buffer.from(percentDecoded(last)).toString()).trim()
  return text === '' ? url.hostname : text
}
