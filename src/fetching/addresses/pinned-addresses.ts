import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { mayOpenPort, type AllowList, type Endpoint, isPortListed, isListed } from './allow-list.ts'
import { asFailure, FetchFailure } from '../fetch-failure.ts'
import type { FetchTarget } from '../parse-fetch-target.ts'
import { isWebPort } from './web-port.ts'
import { isPublicName } from '../failure-disclosure.ts'
import { isGlobalUnicast, embeddedIpv4 } from './ip-address.ts'

/** Resolves a host name. Returns all addresses of the name, the preferred ones first. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Maximum number of addresses of a host name. A name with more addresses is rejected. */
const ADDRESS_COUNT = 256

/** Resolves a host name with the operating system, so that /etc/hosts and the configured resolver apply. */
export const resolveBySystem: ResolveHost = async (host) => {
  const answers = await lookup(host, { all: true })
  return answers.map(({ address }) => address)
}

/**
 * Resolves the host of a target, and checks its addresses. The connection must use only the returned addresses. If the
 * name were resolved again, the result could be another, unchecked address (DNS rebinding).
 * @returns at least one allowed address
 * @throws FetchFailure `refused` if one of the addresses is not allowed, `unreachable` or `unknown_name` if there are
 *   none
 */
export async function pinAddresses(
  target: FetchTarget,
  allow: AllowList,
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const { host, port } = target
  if (!isWebPort(port) && !mayOpenPort(allow, port))
    throw new FetchFailure('refused', `port ${port} is closed to pages`)
  const addresses = isIP(host) ? [host] : await resolveHost(nameToResolve(target), resolve)
  const reachable = addresses.filter((address) => mayReach({ host, address, port }, allow))
  // For localhost, one allowed address is enough: on most machines, localhost has the addresses ::1 and 127.0.0.1, and
  // the operator may have allowed only one of these.
  const enough = isLocalhost(host) ? reachable.length > 0 : reachable.length === addresses.length
  if (!enough)
    throw new FetchFailure('refused', `${host} port ${port} is not public: ${addresses.slice(0, 8).join(' ')}`)
  return reachable
}

async function resolveHost(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  const addresses = await resolve(host).catch((error: unknown) => {
    const isUnknown = /^(?:ENOTFOUND|ENODATA)$/.test(String((error as NodeJS.ErrnoException).code))
    throw asFailure(error, isUnknown && isPublicName(host) ? 'unknown_name' : 'unreachable')
  })
  if (addresses.length === 0) throw new FetchFailure('unreachable', `${host} has no address`)
  if (addresses.length > ADDRESS_COUNT) throw new FetchFailure('refused', `${host} has too many addresses`)
  return addresses
}

/**
 * @returns the name to resolve. It is `localhost` for all names under `.localhost`, because many resolvers do not know
 *   that these are names of this machine (RFC 6761, section 6.3). For all other names, it is the name itself.
 */
function nameToResolve({ host, url }: FetchTarget): string {
  return isLocalhost(host) ? 'localhost' : url.hostname
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/**
 * @returns true if a connection to this endpoint is allowed. Its port must be allowed. Its address, and every IPv4
 *   address embedded in it, must be public or on the allow list.
 */
export function mayReach(endpoint: Endpoint, allow: AllowList): boolean {
  if (!isWebPort(endpoint.port) && !isPortListed(allow, endpoint)) return false
  const addresses = [endpoint.address, ...embeddedIpv4(endpoint.address)]
  return addresses.every((address) => isGlobalUnicast(address) || isListed(allow, { ...endpoint, address }))
}
