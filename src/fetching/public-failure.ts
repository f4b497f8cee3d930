import { embeddedIpv4, isGlobalUnicast } from './addresses/address-rule.ts'
import { FetchFailure } from './fetch-failure.ts'

/** Codes of Node and undici for a connection that ended during the exchange. */
const LOST = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET):|connection was lost/

/** Endings of names that belong to no public site (RFC 6761, RFC 6762, RFC 8375, and customary ones). */
const INTERNAL = /\.(?:local|localhost|internal|intranet|private|lan|home|corp|arpa|test|invalid|example|onion)$/

/**
 * @returns whether all addresses belong to the public internet. Only for those may a failure be stated in detail:
 *   refused, closed and silent addresses of other networks have the same outcome, so that users cannot map a network
 *   through the service (security specification, S13)
 */
export function isPublicWay(addresses: readonly string[]): boolean {
  return addresses.length > 0 && addresses.flatMap((one) => [one, ...embeddedIpv4(one)]).every(isGlobalUnicast)
}

/** @returns the failure of a public site, with the code for what happened to the connection */
export function publicFailure(failure: FetchFailure): FetchFailure {
  const { code, message } = failure
  if (code === 'timed_out') return new FetchFailure('no_answer', message, failure)
  const isLost = code === 'unreachable' || (code === 'bad_answer' && LOST.test(message))
  return isLost ? new FetchFailure('connection_failed', message, failure) : failure
}

/**
 * @param host that the resolver does not know
 * @returns whether that may be stated: a name of an internal network must not be confirmed or denied
 */
export function isPublicName(host: string): boolean {
  return host.includes('.') && !INTERNAL.test(host)
}
