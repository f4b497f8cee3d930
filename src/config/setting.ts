import { isIP } from 'node:net'
import { AppError } from '../kernel/errors.ts'

/** One row of the settings table. */
export interface Setting<T> {
  /** default value, as written in the environment */
  readonly fallback: string
  /** @throws AppError `invalid_input` whose message completes "NAME …" */
  readonly parse: (text: string) => T
  /** description for `docs/configuration.md` */
  readonly help: string
  /** never printed; may also be given as the path of a file in NAME_FILE */
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

export function oneOf<const T extends string>(...choices: readonly T[]): (value: string) => T {
  return (value) => choices.find((choice) => choice === value) ?? refuse(`must be one of ${choices.join(', ')}`)
}

/** An absolute http(s) address without query, fragment or credentials; if empty, the listening address applies. */
export function baseUrl(value: string): string {
  if (value === '') return ''
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    return refuse('must be an address such as https://read.example.org')
  }
  return url.href.replace(/\/+$/, '')
}

/** A contact address that starts with mailto:, https: or tel:; empty means none. */
export function contactAddress(value: string): string {
  if (value === '') return ''
  const url = URL.parse(value)
  return url && /^(?:mailto|https|tel):$/.test(url.protocol)
    ? url.href
    : refuse('must be an address starting with mailto: or https://')
}

/** At least 32 bytes, so that guessing is infeasible (ASVS 5.0, V11.2.3). */
export function secretKey(value: string): string {
  return value === '' || Buffer.byteLength(value) >= 32
    ? value
    : refuse('must be at least 32 bytes long, such as the output of "openssl rand -base64 32"')
}

/** The names of address ranges in @fastify/proxy-addr. */
const RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** A comma-separated list of IP addresses, CIDR ranges such as `10.0.0.0/8`, and names of ranges; empty means none. */
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
  // A zone such as %eth0 is local to one machine and never part of an address in a header.
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}
