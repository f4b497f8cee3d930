import { embeddedIpv4, isGlobalUnicast } from './address-rule.ts'
import { isListed, isPortListed, type AllowList, type Endpoint } from './allow-list.ts'
import { isWebPort } from './web-port.ts'

/**
 * @returns whether a connection to this endpoint may be made: its port is open, and its address and all IPv4 addresses
 * inside it are global unicast or listed
 */
export function mayReach(endpoint: Endpoint, allow: AllowList): boolean {
  if (!isWebPort(endpoint.port) && !isPortListed(allow, endpoint)) return false
  const addresses = [endpoint.address, ...embeddedIpv4(endpoint.address)]
  return addresses.every((address) => isGlobalUnicast(address) || isListed(allow, { ...endpoint, address }))
}
