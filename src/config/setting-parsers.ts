import { isIP } from 'node:net'
import { parseDatabaseUrl, type PostgresLocation } from '../db/database-url.ts'
import { AppError } from '../kernel/errors.ts'
import { parseBucketUrl } from '../objects/object-location.ts'

/** The definition of a setting. */
export interface Setting<T> {
  /** default value, as text that `parse` accepts */
  readonly fallback: string
  /** parses the value; throws an error whose message follows the name of the setting, such as `must be on or off` */
  readonly parse: (text: string) => T
  /** description for `docs/configuration.md` */
  readonly help: string
  /** true if the value must never be printed. The variable NAME_FILE may contain the path of a file with the value. */
  readonly isSecret?: boolean
}

function refuse(message: string): never {
  throw new AppError('invalid_input', message)
}

export const text = (value: string): string => value

export function integer(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : refuse(`must be a whole number from ${least} to ${most}`)
  }
}

const FLAGS: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  1: true,
  off: false,
  false: false,
  no: false,
  0: false,
}

export function flag(value: string): boolean {
  return FLAGS[value.toLowerCase()] ?? refuse('must be on or off')
}

/** Parses the path of a folder, or the address of a place in a bucket. Also accepts an empty text. */
export function backupAddress(value: string): string {
  if (value.startsWith('s3:')) parseBucketUrl(value)
  return value
}

/** Parses a comma-separated list of public keys of age. The library checks them when they are used. */
export function ageRecipients(value: string): readonly string[] {
  const recipients = value.split(',').map((one) => one.trim())
  if (value === '') return []
  return recipients.every((one) => /^age1[a-z0-9]{10,}$/.test(one)) ? recipients : refuse('must be public keys of age')
}

/** Parses the address of a PostgreSQL database. Also accepts an empty text. */
export function postgresUrl(value: string): PostgresLocation | undefined {
  if (value === '') return undefined
  const location = parseDatabaseUrl(value)
  return location.dialect === 'postgres' ? location : refuse('must begin with postgres://')
}

export function oneOf<const T extends string>(...choices: readonly T[]): (value: string) => T {
  return (value) => choices.find((choice) => choice === value) ?? refuse(`must be one of ${choices.join(', ')}`)
}

/**
 * Parses an http or https address that has no query, fragment or credentials. Removes slashes at its end. Also accepts
 * an empty text.
 */
export function baseUrl(value: string): string {
  if (value === '') return ''
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    return refuse('must be an address such as https://read.example.org')
  }
  return url.href.replace(/\/+$/, '')
}

/** Parses an http or https address. Also accepts an empty text. */
export function httpAddress(value: string): string {
  if (value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value
  return refuse('must be an address such as http://localhost:4318')
}

/**
 * Parses the issuer of an identity provider, which must use TLS unless it is on this machine (OpenID Connect Discovery,
 * section 4). Also accepts an empty text.
 */
export function issuer(value: string): string {
  if (value === '') return ''
  const url = URL.parse(value)
  const isLocal = url?.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (!url || !(url.protocol === 'https:' || isLocal) || url.username || url.search || url.hash) {
    return refuse('must be an address such as https://id.example.org')
  }
  return value
}

/** Headers whose meaning is fixed, so that they cannot contain a name. */
const TAKEN_HEADERS = new Set(['authorization', 'cookie', 'host', 'origin', 'referer', 'user-agent', 'x-forwarded-for'])

/** Parses the name of a header. @returns it in lower case, as Node reads headers */
export function headerName(value: string): string {
  const name = value.toLowerCase()
  if (name !== '' && (!/^[a-z][\w-]{0,63}$/.test(name) || TAKEN_HEADERS.has(name))) {
    return refuse('must be the name of a header such as Remote-User')
  }
  return name
}

/** Parses scopes separated by spaces. */
export function oidcScopes(value: string): string {
  const scopes = value.split(/\s+/).filter((scope) => scope !== '')
  return scopes.includes('openid') ? scopes.join(' ') : refuse('must contain openid')
}

/** Parses texts separated by commas. */
export function textList(value: string): readonly string[] {
  return value.split(',').flatMap((piece) => piece.trim() || [])
}

/** Parses a contact address that starts with `mailto:`, `https:` or `tel:`. Also accepts an empty text. */
export function contactAddress(value: string): string {
  if (value === '') return ''
  const url = URL.parse(value)
  return url && /^(?:mailto|https|tel):$/.test(url.protocol)
    ? url.href
    : refuse('must be an address starting with mailto: or https://')
}

/** Parses the address that mails come from. Also accepts an empty text. */
export function senderAddress(value: string): string {
  const isAddress = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/.test(value)
  return value === '' || isAddress ? value : refuse('must be an e-mail address such as dogear@example.org')
}

/**
 * Parses a secret key. It must have at least 32 bytes, so that it cannot be guessed (ASVS 5.0, V11.2.3), or be empty.
 */
export function secretKey(value: string): string {
  return value === '' || Buffer.byteLength(value) >= 32
    ? value
    : refuse('must be at least 32 bytes long, such as the output of "openssl rand -base64 32"')
}

/** Names that @fastify/proxy-addr accepts for ranges of addresses. */
const RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Parses a list of IP addresses, CIDR ranges such as `10.0.0.0/8`, and names of ranges, separated by commas. */
export function addressList(value: string): readonly string[] {
  const pieces = value.split(',').flatMap((piece) => piece.trim() || [])
  const wrong = pieces.find((piece) => !RANGES.has(piece) && !isAddressRange(piece))
  return wrong === undefined
    ? pieces
    : refuse(`must be a comma-separated list of IP addresses or ranges such as 10.0.0.0/8, but "${wrong}" is neither`)
}

function isAddressRange(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  const version = isIP(address)
  // A zone such as `%eth0` is valid on one machine only. The addresses that proxies put into headers never contain one.
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}
