import { finished, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { relayRequest } from '../fetching/relay-request.ts'
import { deviceAddresses } from '../kobo-devices/device-configuration.ts'
import type { KeyUserDeps } from '../keys/key-user.ts'
import type { ActiveRequests } from './active-requests.ts'
import { changeInitialization } from './change-initialization.ts'
import { KoboError } from './kobo-error.ts'
import { requireKoboUser, type KoboUser } from './kobo-user.ts'
import { requestHeaders, responseHeaders } from './relayed-headers.ts'
import { storeAddress } from './store-address.ts'

export interface StoreDeps extends KeyUserDeps {
  readonly settings: Pick<Settings, 'DOGEAR_FETCH_ALLOW'>
  readonly baseUrl: string
}

/** The dependencies, and the requests that are being passed on. */
interface PassDeps extends StoreDeps {
  readonly active: ActiveRequests
}

interface StorePath {
  readonly key: string
  /** the part of the path after that of the store */
  readonly '*': string
}

/** Maximum size in bytes of the answer that is changed. */
const MAX_INITIALIZATION = 8 * 1024 * 1024
/** Headers that ask for a part of an answer, or only for a new one, and those that describe the unchanged answer. */
const OF_PART = ['if-none-match', 'if-modified-since', 'if-range', 'range']
const OF_BODY = [
  'content-length',
  'content-encoding',
  'etag',
  'last-modified',
  'content-md5',
  'digest',
  'accept-ranges',
]

/**
 * Checks the key of a request for the store, before its body is read.
 * @throws KoboError 401 for a wrong key, 403 for a browser: nothing of another server may run at the address of this one
 */
export async function admitToStore(deps: StoreDeps, request: FastifyRequest): Promise<KoboUser> {
  const { key } = request.params as StorePath
  const user = await requireKoboUser(deps, request, key)
  if (request.headers['sec-fetch-dest'] !== undefined) throw new KoboError(403, 'This address is for devices only.')
  return user
}

/**
 * Passes the request of a device on to its store, and the response back. Only the device's own store can be reached.
 * @throws AppError `unavailable` if too many requests are being passed on
 */
export async function passToStore(
  deps: PassDeps,
  user: KoboUser,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const end = deps.active.begin(user.device.id)
  const controller = new AbortController()
  // The device may have disconnected already.
  finished(reply.raw, () => {
    end()
    controller.abort()
  })
  const { key, '*': path } = request.params as StorePath
  const url = storeAddress(user.device.store, request.url)
  if (url === undefined) throw new KoboError(400, 'This address leads out of the store.')
  const isInitialization = path === 'v1/initialization' && request.method === 'GET'
  const headers = requestHeaders(request.headers)
  if (isInitialization) {
    for (const name of OF_PART) delete headers[name]
    headers['accept-encoding'] = 'identity'
  }
  const body = request.body as Readable | undefined
  const relayed = { method: request.method, headers, body, signal: controller.signal }
  const answer = await relayRequest({ allow: deps.settings.DOGEAR_FETCH_ALLOW }, url, relayed)
  if (answer.kind === 'failed') {
    request.log.info({ requestId: request.id, failure: answer.code, detail: answer.detail }, 'store not reached')
    throw new KoboError(502, 'The store of this device did not respond.')
  }
  reply
    .code(answer.status)
    .headers({ ...responseHeaders(answer.headers, url), 'content-security-policy': "sandbox; default-src 'none'" })
  if (!isInitialization || answer.status !== 200) return reply.send(answer.body)
  const { articles } = deviceAddresses(`${deps.baseUrl}/kobo`, key)
  const changed = changeInitialization(await textOf(answer.body), articles)
  if (changed === undefined) throw new KoboError(502, 'The store of this device sent an answer that is not understood.')
  for (const name of OF_BODY) reply.removeHeader(name)
  return reply.header('cache-control', 'private, no-store').send(changed)
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_INITIALIZATION) throw new KoboError(502, 'The store of this device sent too much.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
