import { Transform, pipeline, type Readable, type TransformCallback } from 'node:stream'
import { Client, type Dispatcher } from 'undici'
import type { AllowList } from './addresses/allow-list.ts'
import { pinAddresses, resolveBySystem, type ResolveHost } from './addresses/pinned-addresses.ts'
import { singleUseConnector } from './exchange/http-exchange.ts'
import { orAborted, withDeadline } from './exchange/phase-deadline.ts'
import { openConnection } from './exchange/pinned-connection.ts'
import { asFailure, failedOutcome, FetchFailure } from './fetch-failure.ts'
import type { FetchFailed } from './fetch-outcome.ts'
import { parseTarget } from './parse-fetch-target.ts'

/** Limits of a relayed request. Times are in milliseconds, sizes in bytes. */
interface RelayLimits {
  readonly connectMs: number
  /** time from sending the request to the headers of the response */
  readonly headMs: number
  /** time between two parts of the response */
  readonly idleMs: number
  /** time for everything together */
  readonly totalMs: number
  readonly headBytes: number
  readonly requestBytes: number
  readonly responseBytes: number
}

const LIMITS: RelayLimits = {
  connectMs: 5000,
  headMs: 30_000,
  idleMs: 30_000,
  totalMs: 900_000,
  headBytes: 64 * 1024,
  requestBytes: 16 * 1024 * 1024,
  responseBytes: 512 * 1024 * 1024,
}

export interface RelayOptions {
  readonly allow: AllowList
  readonly limits?: Partial<RelayLimits>
  readonly resolve?: ResolveHost
  /** PEM certificates to trust instead of those of the system */
  readonly ca?: string
}

interface RelayedRequest {
  readonly method: string
  /** all headers but `host`, with names in lower case */
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Readable | undefined
  /** ends the request when it is aborted */
  readonly signal: AbortSignal
}

interface RelayedResponse {
  readonly kind: 'response'
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** the body as it was sent; the caller must read it to the end or destroy it */
  readonly body: Readable
}

/**
 * Passes a request on to another server, by the rules for addresses of all fetches. Bodies are streamed in both directions.
 * Redirects are returned, not followed.
 * @returns the response, or the failure. An error of the server or an invalid address does not reject the promise.
 */
export async function relayRequest(
  options: RelayOptions,
  url: string,
  request: RelayedRequest,
): Promise<RelayedResponse | FetchFailed> {
  try {
    return await relay({ ...options, limits: { ...LIMITS, ...options.limits } }, url, request)
  } catch (error) {
    return failedOutcome(asFailure(error, 'bad_answer'))
  }
}

async function relay(
  { allow, ca, resolve = resolveBySystem, limits }: RelayOptions & { readonly limits: RelayLimits },
  url: string,
  { method, headers, body, signal: given }: RelayedRequest,
): Promise<RelayedResponse> {
  const target = parseTarget(url)
  const signal = AbortSignal.any([given, AbortSignal.timeout(limits.totalMs)])
  const socket = await withDeadline({ name: 'connecting', ms: limits.connectMs, signal }, async (inner) => {
    const addresses = await orAborted(pinAddresses(target, allow, resolve), inner)
    return openConnection({
      target,
      addresses,
      timeoutMs: limits.connectMs,
      signal: inner,
      ...(ca !== undefined && { ca }),
    })
  })
  const client = new Client(target.url.origin, {
    pipelining: 0,
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headMs,
    bodyTimeout: limits.idleMs,
    connect: singleUseConnector(socket),
  })
  const end = () => {
    client.destroy().catch(() => undefined)
    socket.destroy()
  }
  try {
    const path = target.url.pathname + target.url.search
    const answer = await client.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers: { ...headers },
      body: body ? pipeline(body, atMost(limits.requestBytes), () => undefined) : null,
      signal,
    })
    const limited = pipeline(answer.body, atMost(limits.responseBytes), end)
    return { kind: 'response', status: answer.statusCode, headers: answer.headers, body: limited }
  } catch (error) {
    end()
    throw error
  }
}

/** @returns a stream that passes bytes on, and fails after the given number of them */
function atMost(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      bytes += chunk.length
      if (bytes > most) done(new FetchFailure('too_large', `more than ${most} bytes`))
      else done(null, chunk)
    },
  })
}
