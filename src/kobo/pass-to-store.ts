import { finished, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { relayRequest } from '../fetching/relay-request.ts'
import { deviceAddresses } from '../kobo-devices/device-configuration.ts'
import type { KeyUserDeps } from '../keys/key-user.ts'
import type { ActiveRequests } from './active-requests.ts'
import { changeInitialization } from './change-initialization.ts'
import { requireKoboUser, type KoboUser } from './kobo-user.ts'
import { requestHeaders, responseHeaders } from './relayed-headers.ts'
import { storeAddress } from './store-address.ts'
import { StatusError } from '../http/send-error.ts'

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
 * @throws StatusError 401 for a wrong key, 403 for a browser: nothing of another server may run at the address of this one
 */
export async function admitToStore(deps: StoreDeps, request: FastifyRequest): Promise<KoboUser> {
  const { key } = request.params as StorePath
  const user = await requireKoboUser(deps, request, key)
  if (request.headers['sec-fetch-dest'] !== undefined) throw new StatusError(403, 'This address is for devices only.')
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
  const { '*': path } = request.params as StorePath
  const url = storeAddress(user.device.store, request.url)
  if (url === undefined) throw new StatusError(400, 'This address leads out of the store.')
  const isInitialization = path === 'v1/initialization' && request.method === 'GET'
  const relayed = {
    method: request.method,
    headers: isInitialization ? wholeAnswer(requestHeaders(request.headers)) : requestHeaders(request.headers),
    body: request.body as Readable | undefined,
    signal: controller.signal,
  }
  const answer = await relayRequest({ allow: deps.settings.DOGEAR_FETCH_ALLOW }, url, relayed)
  if (answer.kind === 'failed') {
    request.log.info({ requestId: request.id, failure: answer.code, detail: answer.detail }, 'store not reached')
    throw new StatusError(502, 'The store of this device did not respond.')
  }
  const headers = { ...responseHeaders(answer.headers, url), 'content-security-policy': "sandbox; default-src 'none'" }
  if (!isInitialization || answer.status !== 200) return reply.code(answer.status).headers(headers).send(answer.body)
  return sendInitialization(deps, { ...answer, headers }, request, reply)
}

/** @returns the headers of a request for the whole answer, in plain text */
function wholeAnswer(headers: ReturnType<typeof requestHeaders>) {
  const others = Object.entries(headers).filter(([name]) => !OF_PART.includes(name))
  return { ...Object.fromEntries(others), 'accept-encoding': 'identity' }
}

interface Answer {
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Readable
}

/** Sends the changed answer of a store to `/v1/initialization`. @throws StatusError 502 for one that is not understood */
async function sendInitialization(
  deps: StoreDeps,
  { headers, body }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { articles } = deviceAddresses(`${deps.baseUrl}/kobo`, (request.params as StorePath).key)
  const text = await textOf(body, headers['content-encoding']).catch(() => '')
  const changed = changeInitialization(text, articles)
  if (changed === undefined)
    throw new StatusError(502, 'The store of this device sent an answer that is not understood.')
  const kept = Object.entries(headers).filter(([name]) => !OF_BODY.includes(name))
  return reply.headers({ ...Object.fromEntries(kept), 'cache-control': 'private, no-store' }).send(changed)
}

/** @throws an error if the body breaks off, or is too large */
async function textOf(body: Readable, coding: string | string[] | undefined): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_INITIALIZATION) throw new RangeError('the initialization is too large')
    chunks.push(chunk)
  }
  const all = Buffer.concat(chunks)
  // Some servers compress although the request excludes it.
  return (coding === 'gzip' ? await promisify(gunzip)(all, { maxOutputLength: MAX_INITIALIZATION }) : all).toString()
}
