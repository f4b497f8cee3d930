import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { asFailure, FetchFailure } from '../fetch-failure.ts'
import type { FetchTarget } from '../parse-fetch-target.ts'
import { withDeadline } from './phase-deadline.ts'

/** Maximum number of addresses of a host that are tried. Further addresses are ignored. */
const MAX_ADDRESSES = 4

interface ConnectionPlan {
  readonly target: FetchTarget
  /**
   * addresses of the target that have been checked. The name is not resolved again, because the result could be other,
   * unchecked addresses.
   */
  readonly addresses: readonly string[]
  /** time limit in milliseconds for all attempts together */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** PEM certificates to trust instead of those of the system */
  readonly ca?: string
}

/**
 * Connects to the first address that responds. Uses TLS if the target requires it.
 * @returns a connected socket that the caller must destroy
 * @throws FetchFailure `unreachable`, `timed_out` or `tls_failed`
 */
export async function openConnection(plan: ConnectionPlan): Promise<Socket> {
  const socket = await openAny(plan)
  return plan.target.secure ? await connectSecurely(socket, plan) : socket
}

async function openAny(plan: ConnectionPlan): Promise<Socket> {
  const end = performance.now() + plan.timeoutMs
  const addresses = plan.addresses.slice(0, MAX_ADDRESSES)
  let failure = new FetchFailure('unreachable', 'no address')
  for (const [index, address] of addresses.entries()) {
    plan.signal.throwIfAborted()
    const ms = Math.max(1, (end - performance.now()) / (addresses.length - index))
    try {
      return await connectTo(plan, address, ms)
    } catch (error) {
      failure = asFailure(error, 'unreachable')
    }
  }
  throw failure
}

function connectTo({ target, signal }: ConnectionPlan, address: string, ms: number): Promise<Socket> {
  return withDeadline({ name: `connecting to ${address}`, ms, signal }, async (inner) => {
    const socket = connectTcp({ host: address, port: target.port, autoSelectFamily: false, noDelay: true })
    return await waitForSocket(socket, 'connect', inner)
  })
}

async function connectSecurely(socket: Socket, { target, signal, ca }: ConnectionPlan): Promise<Socket> {
  const name = isIP(target.host) ? { host: target.host } : { servername: target.host }
  const trust = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) }
  const secure = connectTls({ socket, ...name, ...trust, ALPNProtocols: ['http/1.1'] })
  try {
    return await waitForSocket(secure, 'secureConnect', signal)
  } catch (error) {
    socket.destroy()
    throw asFailure(error, 'tls_failed')
  }
}

/** Waits for an event of a socket. Destroys the socket if the signal is aborted. */
function waitForSocket(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const onAbort = (): void => void socket.destroy(asFailure(signal.reason, 'timed_out'))
  socket.once(event, () => resolve(socket))
  // This listener is never removed, because a later error of a socket without a listener would end the process.
  socket.on('error', reject)
  socket.once('close', () => {
    signal.removeEventListener('abort', onAbort)
    reject(new FetchFailure('unreachable', 'closed while connecting'))
  })
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  return promise
}
