import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { claimKey, RESPONSE_RETENTION_MS, type ClaimKeyDeps } from '../../sync/idempotency/claim-key.ts'
import {
  deleteKey,
  storeResponse,
  type RequestKey,
  type StoredResponse,
} from '../../sync/idempotency/stored-response.repository.ts'
import { ERROR } from '../reference/entry-schemas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body, if the request has an `Idempotency-Key` and a body; otherwise empty */
    bodyDigest: string
    /** the key that this request has reserved; null without a key and after the response has been stored */
    reservedKey: RequestKey | null
  }
}

const HEADER = 'idempotency-key'
/** Matches a valid key: a string as in RFC 9651, or the same characters without quotation marks. */
const KEY_PATTERN = /^(?:"[\x20\x21\x23-\x5b\x5d-\x7e]{1,255}"|[\x21\x23-\x7e]{1,255})$/
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/**
 * Maximum size of a stored response body in bytes, before compression. After a larger response, the key is released,
 * and a repeated request is processed again.
 */
const MAX_BODY = 8 * 1024 * 1024
const STORED_HEADERS = ['content-type', 'location', 'etag'] as const

/**
 * Supports the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) in requests that write. A repeated
 * request gets the stored response and changes nothing. The caller must add the authentication hooks first.
 */
export function addIdempotency(app: FastifyInstance, deps: ClaimKeyDeps): void {
  app.decorateRequest('bodyDigest', '')
  app.decorateRequest('reservedKey', null)
  app.addHook('onRoute', describeHeader)
  app.addHook('preHandler', (request, reply, done) => {
    const given = request.headers[HEADER]
    if (given === undefined || !request.viewer || !WRITING.has(request.method)) return done()
    return reserve(deps, request, reply, String(given))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.reservedKey) return done(null, payload)
    return storeOrRelease(deps, request, reply, payload).then(() => payload)
  })
}

/**
 * Stores the digest of a body, if the request has a key. A later request with the same key but another body is
 * rejected.
 */
export function recordBodyDigest(request: FastifyRequest, body: Buffer): void {
  if (request.headers[HEADER] !== undefined) request.bodyDigest = hash('sha256', body, 'base64url')
}

async function reserve(deps: ClaimKeyDeps, request: FastifyRequest, reply: FastifyReply, given: string) {
  if (!KEY_PATTERN.test(given))
    throw new AppError('invalid_input', 'Idempotency-Key must have 1 to 255 visible characters')
  if (request.routeOptions.config.isUpload) {
    throw new AppError('invalid_input', 'a request with files cannot have an Idempotency-Key')
  }
  const id = { owner: request.viewer!.id, key: given.replaceAll('"', '') }
  const fingerprint = hash('sha256', `${request.method} ${request.url}\n${request.bodyDigest}`, 'base64url')
  const stored = await claimKey(deps, id, fingerprint)
  if (stored) return send(reply, stored)
  request.reservedKey = id
  return undefined
}

async function send(reply: FastifyReply, { status, headers, body }: StoredResponse): Promise<FastifyReply> {
  const bytes = body.length === 0 ? undefined : await promisify(zstdDecompress)(body, { maxOutputLength: MAX_BODY })
  return reply.code(status).headers(headers).header('idempotency-replayed', 'true').send(bytes)
}

/**
 * Stores the response under the request's key. After a temporary failure, releases the key instead, so that the client
 * can try again.
 */
async function storeOrRelease(
  { database }: ClaimKeyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const id = request.reservedKey!
  request.reservedKey = null
  const status = reply.statusCode
  const body = bytesOf(payload)
  if (status >= 500 || status === 429 || !body || body.length > MAX_BODY) {
    await database.transaction((tx) => deleteKey(tx, id))
    return
  }
  const headers = Object.fromEntries(
    STORED_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
  const compressed = body.length === 0 ? body : await promisify(zstdCompress)(body)
  await database.transaction((tx) => storeResponse(tx, id, { status, headers, body: compressed }))
}

/** @returns the payload of a response as bytes; undefined if it is a stream */
function bytesOf(payload: unknown): Buffer | undefined {
  if (payload === undefined || payload === null) return Buffer.alloc(0)
  if (typeof payload === 'string') return Buffer.from(payload)
  return Buffer.isBuffer(payload) ? payload : undefined
}

const DESCRIPTION =
  'A repeated request with the same key gets the stored response and has no further effect. Kept for ' +
  `${RESPONSE_RETENTION_MS / 3_600_000} hours.`

const IN_PROGRESS = {
  ...ERROR,
  description: 'The first request with this key is in progress',
  headers: { 'Retry-After': { type: 'integer', description: 'seconds after which the request may be repeated' } },
} as const

/** Adds the header and its error responses to the API reference, if the route writes. */
function describeHeader(route: RouteOptions): void {
  const { schema, config } = route
  const isWriting = [route.method].flat().some((method) => WRITING.has(method))
  if (!schema || schema.hide || !isWriting || config?.isPublic || config?.isRefusal || config?.isUpload) return
  const header = { type: 'string', minLength: 1, maxLength: 255, description: DESCRIPTION }
  route.schema = {
    ...schema,
    headers: { type: 'object', properties: { 'Idempotency-Key': header } },
    response: { ...(schema.response as object), 409: IN_PROGRESS, 422: ERROR },
  }
}
