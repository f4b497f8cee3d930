import { isIPv6 } from 'node:net'

/**
 * @param address IPv4 or IPv6 address of a client
 * @returns the network whose requests are counted together: an IPv4 address itself, or the /64 prefix of an IPv6
 *   address. A household owns a whole /64 (RFC 6177). If each address were counted separately, one client could use
 *   2^64 limits.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** A request of which only the client is read. */
export interface ClientRequest {
  /** network address of the client; undefined once it has disconnected */
  readonly ip: string | undefined
}

/** @returns the network of the client. The address is unknown after it has disconnected; such requests count as one network. */
export function networkIn({ ip }: ClientRequest): string {
  return networkOf(ip ?? '')
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
