import { embeddedIpv4, isGlobalUnicast } from './addresses/ip-address.ts'
import { FetchFailure } from './fetch-failure.ts'

/** Matches messages of Node and undici about a connection that was lost after the request was sent. */
const LOST_CONNECTION_MESSAGE = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET):|connection was lost/

/**
 * Matches names of internal hosts by their endings. They are from RFC 6761, RFC 6762 and RFC 8375, or are common in
 * practice.
 */
const INTERNAL_HOST = /\.(?:local|localhost|internal|intranet|private|lan|home|corp|arpa|test|invalid|example|onion)$/

/**
 * @returns true if all addresses belong to the public internet. Only for such addresses may users see the exact reason
 *   of a failure. For all others, every failure looks the same, so that users cannot explore a private network through
 *   this server (security specification, S13).
 */
export function areAllPublicAddresses(addresses: readonly string[]): boolean {
  return addresses.length > 0 && addresses.flatMap((one) => [one, ...embeddedIpv4(one)]).every(isGlobalUnicast)
}

/**
 * @returns the failure with a more exact code for connections that timed out or were lost. Call this only for public
 *   sites.
 */
export function publicFailure(failure: FetchFailure): FetchFailure {
  const { code, message } = failure
  if (code === 'timed_out') return new FetchFailure('no_answer', message, failure)
  const isLost = code === 'unreachable' || (code === 'bad_answer' && LOST_CONNECTION_MESSAGE.test(message))
  return isLost ? new FetchFailure('connection_failed', message, failure) : failure
}

/**
 * @param host a name that the resolver does not know
 * @returns true if users may learn that the name does not exist; false if it may belong to an internal network
 */
export function isPublicName(host: string): boolean {
  return host.includes('.') && !INTERNAL_HOST.test(host)
}
