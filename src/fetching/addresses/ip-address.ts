import ipaddr from 'ipaddr.js'

/** The part of the IPv6 addresses that is assigned to the public internet (RFC 4291, section 2.4). */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * @param address an IPv4 address in four decimal parts, or an IPv6 address
 * @returns true if the address can belong to a host on the public internet; false for special ranges (RFC 6890 and
 *   later registrations), for addresses with a zone such as `%eth0`, and for invalid addresses
 */
export function isGlobalUnicast(address: string): boolean {
  const parsed = parseAddress(address)
  if (!parsed || parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6)
}

/** @returns the parsed address; undefined if it is invalid or has a zone such as `%eth0` */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (address.includes('%')) return undefined
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  return ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : undefined
}

/**
 * @returns the IPv4 addresses that are embedded in an IPv6 address. A gateway or a tunnel would send the packets to
 *   them.
 */
export function embeddedIpv4(address: string): string[] {
  const parsed = parseAddress(address)
  if (!parsed || parsed.kind() === 'ipv4') return []
  const bytes = parsed.toByteArray()
  return EMBEDDINGS.filter(({ range }) => parsed.match(range)).flatMap(({ read }) => read(bytes))
}

interface Embedding {
  readonly range: [ipaddr.IPv6, number]
  readonly read: (bytes: readonly number[]) => string[]
}

const last = (bytes: readonly number[]): string[] => [bytes.slice(12).join('.')]

const EMBEDDINGS: readonly Embedding[] = [
  // RFC 4291 2.5.5: IPv4-mapped addresses, and IPv4-compatible addresses except :: and ::1
  { range: cidr('::ffff:0:0', 96), read: last },
  { range: cidr('::', 96), read: (bytes) => (isTiny(bytes) ? [] : last(bytes)) },
  // RFC 2765: IPv4-translated addresses
  { range: cidr('::ffff:0:0:0', 96), read: last },
  // RFC 6052 2.2 and RFC 8215: NAT64 with a prefix of 96 bits. The local range may also use a prefix of 48 bits. Octet
  // 8 is then not part of the IPv4 address.
  { range: cidr('64:ff9b::', 96), read: last },
  { range: cidr('64:ff9b:1::', 48), read: (bytes) => [...last(bytes), [6, 7, 9, 10].map((i) => bytes[i]).join('.')] },
  // RFC 3056: 6to4
  { range: cidr('2002::', 16), read: (bytes) => [bytes.slice(2, 6).join('.')] },
  // RFC 4380: Teredo. It embeds the address of the server, and the address of the client with all bits inverted.
  { range: cidr('2001::', 32), read: (bytes) => [bytes.slice(4, 8).join('.'), inverted(bytes.slice(12))] },
  // RFC 5214: ISATAP interface identifiers
  { range: cidr('::', 0), read: (bytes) => (isIsatap(bytes) ? last(bytes) : []) },
]

function cidr(prefix: string, bits: number): [ipaddr.IPv6, number] {
  return [ipaddr.IPv6.parse(prefix), bits]
}

function isTiny(bytes: readonly number[]): boolean {
  return bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) <= 1
}

function inverted(bytes: readonly number[]): string {
  return bytes.map((byte) => byte ^ 0xff).join('.')
}

function isIsatap(bytes: readonly number[]): boolean {
  const [first, second, third, fourth] = bytes.slice(8, 12)
  return ((first ?? 0) & 0xfd) === 0 && second === 0 && third === 0x5e && fourth === 0xfe
}
