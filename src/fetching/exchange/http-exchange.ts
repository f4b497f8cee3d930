import type { buildConnector } from 'undici'
import type { Socket } from 'node:net'
import { ResponseReader, type ExchangeResponse } from './response-reader.ts'
import { ACCEPT_ENCODING } from './content-coding.ts'
import { FetchFailure } from '../fetch-failure.ts'
import type { FetchLimits } from '../fetch-limits.ts'
import type { FetchTarget } from '../parse-fetch-target.ts'
import { Client } from 'undici'

interface ExchangePlan {
  /** a socket that is connected to the target. The exchange destroys it. */
  readonly socket: Socket
  readonly target: FetchTarget
  readonly userAgent: string
  readonly accept: string
  readonly limits: FetchLimits
  readonly signal: AbortSignal
  /** further header fields for this target, such as a login, with names in lower case */
  readonly fields: Readonly<Record<string, string>>
  /** form fields to send by POST; absent for a GET request */
  readonly form?: URLSearchParams | undefined
}

/**
 * Sends one request over the given socket and reads one response. The socket is always destroyed afterwards.
 * @throws FetchFailure
 */
export async function exchange(plan: ExchangePlan): Promise<ExchangeResponse> {
  const { socket, limits, signal } = plan
  const reader = new ResponseReader(socket, limits)
  const onAbort = (): void => reader.fail(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await dispatchRequest(plan, reader)
  } finally {
    signal.removeEventListener('abort', onAbort)
    reader.close()
    socket.destroy()
  }
}

async function dispatchRequest(plan: ExchangePlan, reader: ResponseReader): Promise<ExchangeResponse> {
  const client = await openClient(plan)
  try {
    client.dispatch(
      {
        method: plan.form ? 'POST' : 'GET',
        path: plan.target.url.pathname + plan.target.url.search,
        headers: requestHeaders(plan),
        ...(plan.form && { body: plan.form.toString() }),
      },
      reader,
    )
    return await reader.response
  } finally {
    await client.destroy()
  }
}

/** @returns an HTTP client that uses only this socket, and cannot connect to any other address */
async function openClient({ target, socket, limits }: ExchangePlan) {
  return new Client(target.url.origin, {
    pipelining: 0,
    maxHeaderSize: limits.headBytes,
    // Turns off the client's own time limits, because `ResponseLimiter` checks the times more precisely.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: singleUseConnector(socket),
  })
}

/**
 * @returns a connector that gives the socket to the client at the first call, and fails at further calls. It calls the
 *   callback in a microtask, because the client expects that the connector returns before the callback runs.
 */
export function singleUseConnector(socket: Socket): buildConnector.connector {
  let unused = true
  return (_options, callback) => {
    if (unused) queueMicrotask(() => callback(null, socket))
    else queueMicrotask(() => callback(new FetchFailure('bad_answer', 'connection was lost'), null))
    unused = false
  }
}

/**
 * @returns all headers of the request. There is no Referer. `fields` contains a login only if the target is on the site
 *   of that login.
 */
function requestHeaders({ userAgent, accept, fields, form }: ExchangePlan): Record<string, string> {
  const type = form && { 'content-type': 'application/x-www-form-urlencoded' }
  return { 'user-agent': userAgent, accept, 'accept-encoding': ACCEPT_ENCODING, ...type, ...fields }
}
