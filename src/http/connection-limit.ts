import type { Server } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { networkOf } from '../throttling/network-of-address.ts'
import { isSecondParserSocket } from './parse-escaped-request.ts'

/**
 * Maximum number of open connections from one IPv4 address or IPv6 network (security specification, section 5). Further
 * connections are closed.
 */
const MAX_PER_ADDRESS = 100
/**
 * The address ranges behind the names that Fastify accepts for proxies
 * (https://fastify.dev/docs/latest/Reference/Server/#trustproxy).
 */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Closes a new connection if its address already has too many. Connections from reverse proxies are exempt, because
 * they carry the requests of all users.
 * @param trusted addresses, CIDR ranges and range names of the reverse proxies
 */
export function limitConnections(server: Server, trusted: readonly string[], max = MAX_PER_ADDRESS): void {
  const proxies = proxyList(trusted)
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    if (isSecondParserSocket(socket) || !address || proxies.check(address, familyOf(address))) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > max) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const remaining = open.get(network)! - 1
      if (remaining > 0) open.set(network, remaining)
      else open.delete(network)
    })
  })
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * @returns the addresses of the reverse proxies. Skips invalid items, which the check of the settings has already
 *   reported.
 */
function proxyList(trusted: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of trusted.flatMap((one) => NAMED_RANGES[one] ?? [one])) {
    const [address = '', bits] = text.split('/')
    if (isIP(address) === 0) continue
    const prefix = bits === undefined ? Number.NaN : Number(bits)
    if (Number.isInteger(prefix)) list.addSubnet(address, prefix, familyOf(address))
    else if (bits === undefined) list.addAddress(address, familyOf(address))
  }
  return list
}
