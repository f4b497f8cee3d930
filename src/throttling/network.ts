import { isIPv6 } from 'node:net'

/**
 * @param address of a client, IPv4 or IPv6
 * @returns the network of one household: the address itself, or its /64 (RFC 6177), so that a client cannot get a
 * budget for each of its 2^64 addresses
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

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
