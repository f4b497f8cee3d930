import { BlockList, isIP } from 'node:net'

/** The named ranges of the setting, as in @fastify/proxy-addr, which reads the same list for `X-Forwarded-For`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * @param proxies the setting DOGEAR_TRUSTED_PROXIES
 * @returns a function that decides whether the other end of a connection is one of these proxies. It must get the address of
 *   the socket: headers such as `X-Forwarded-For` can contain anything.
 */
export function trustedPeers(proxies: readonly string[]): (peer: string | undefined) => boolean {
  const list = new BlockList()
  for (const range of proxies.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (peer = '') => {
    // A socket for both families reports IPv4 addresses in this form (RFC 4291, section 2.5.5.2).
    const address = peer.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}
