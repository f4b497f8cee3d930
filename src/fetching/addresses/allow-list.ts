import ipaddr from 'ipaddr.js'
import { AppError } from '../../kernel/errors.ts'
import { parseAddress } from './ip-address.ts'

/** An entry of the allow list: a host name with a port, or an address range with an optional port. */
type AllowEntry =
  | { readonly kind: 'name'; readonly host: string; readonly port: number }
  | { readonly kind: 'range'; readonly range: readonly [ipaddr.IPv4 | ipaddr.IPv6, number]; readonly port?: number }

export interface AllowList {
  readonly entries: readonly AllowEntry[]
}

/**
 * The endpoint of a connection. `host`: host of the requested address, in lower case, without brackets and without a
 * dot at its end. `address`: the IP address that the host was resolved to.
 */
export interface Endpoint {
  readonly host: string
  readonly address: string
  readonly port: number
}

/**
 * @param text items separated by commas: `host:port`, `[v6]:port`, an IP address, or a CIDR range. White space and
 *   empty items are ignored.
 * @throws AppError `invalid_input` whose message contains the first invalid item
 */
export function parseAllowList(text: string): AllowList {
  const pieces = text.split(',').map((piece) => piece.trim())
  return { entries: pieces.filter((piece) => piece !== '').map(parseEntry) }
}

/**
 * @returns true if an entry of the list matches the host or the IP address of the endpoint. If the entry has a port,
 *   the port must match too.
 */
export function isListed(list: AllowList, endpoint: Endpoint): boolean {
  return list.entries.some((entry) => names(entry, endpoint))
}

/**
 * @returns true if an entry with a port matches this endpoint. Only such an entry allows a port that web sites do not
 *   use.
 */
export function isPortListed(list: AllowList, endpoint: Endpoint): boolean {
  return list.entries.some((entry) => entry.port !== undefined && names(entry, endpoint))
}

/** @returns true if an entry with this port exists, whatever its host is */
export function mayOpenPort(list: AllowList, port: number): boolean {
  return list.entries.some((entry) => entry.port === port)
}

function names(entry: AllowEntry, { host, address, port }: Endpoint): boolean {
  if (entry.port !== undefined && entry.port !== port) return false
  if (entry.kind === 'name') return entry.host === host
  const parsed = parseAddress(address)
  const [network, bits] = entry.range
  return parsed !== undefined && parsed.kind() === network.kind() && parsed.match(network, bits)
}

function parseEntry(piece: string): AllowEntry {
  const entry = parseRange(piece) ?? parseSingle(piece) ?? parseWithPort(piece)
  if (entry) return entry
  throw new AppError('invalid_input', `"${piece}" is not host:port, [v6]:port, an address or a CIDR range`, {
    details: { piece },
  })
}

function parseRange(piece: string): AllowEntry | undefined {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(piece) && !ipaddr.IPv6.isValidCIDR(piece)) return undefined
  return piece.includes('%') ? undefined : { kind: 'range', range: ipaddr.parseCIDR(piece) }
}

function parseSingle(piece: string): AllowEntry | undefined {
  const range = wholeAddress(piece.startsWith('[') && piece.endsWith(']') ? piece.slice(1, -1) : piece)
  return range && { kind: 'range', range }
}

function wholeAddress(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const address = parseAddress(text)
  return address && [address, address.kind() === 'ipv4' ? 32 : 128]
}

function parseWithPort(piece: string): AllowEntry | undefined {
  const [host, port] = splitPort(piece)
  const hostname = port === undefined ? '' : (URL.parse(`http://${host}/`)?.hostname ?? '')
  if (port === undefined || hostname === '') return undefined
  const range = wholeAddress(hostname.replace(/^\[|\]$/g, ''))
  return range ? { kind: 'range', range, port } : { kind: 'name', host: hostname.replace(/\.$/, ''), port }
}

function splitPort(piece: string): [host: string, port: number | undefined] {
  const [, host = '', digits = ''] = /^(\[[0-9a-f:.]+\]|[^[\]:/@?#\\\s]+):(\d{1,5})$/i.exec(piece) ?? []
  const port = Number(digits)
  return [host, port >= 1 && port <= 65535 ? port : undefined]
}
