import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { claimKey, KEPT_RESPONSES_MS, type ClaimKeyDeps } from '../../sync/idempotency/claim-key.ts'
import {
  deleteKey,
  storeResponse,
  type RequestKey,
  type StoredResponse,
} from '../../sync/idempotency/stored-response.repository.ts'
import { ERROR } from '../reference/entry-schemas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body of a request with an `Idempotency-Key`; empty without a body */
    bodyDigest: string
    /** the key that the request reserved; null without one, and once the response is stored */
    reservedKey: RequestKey | null
  }
}

const HEADER = 'idempotency-key'
/** A string of structured fields (RFC 9651), or the same without quotes. */
const KEY = /^(?:"[\x20\x21\x23-\x5b\x5d-\x7e]{1,255}"|[\x21\x23-\x7e]{1,255})$/
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Maximum size of a stored body before compression, in bytes. */
const MAX_BODY = 8 * 1024 * 1024
const STORED_HEADERS = ['content-type', 'location', 'etag'] as const

/**
 * Requests that write may carry an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a repeated one gets
 * the stored response and has no further effect. Runs after authentication, whose hooks must be added first.
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
    return keep(deps, request, reply, payload).then(() => payload)
  })
}

/** Remembers the body of a request with a key, so that another body under the same key is refused. */
export function noteBody(request: FastifyRequest, body: Buffer): void {
  if (request.headers[HEADER] !== undefined) request.bodyDigest = hash('sha256', body, 'base64url')
}

async function reserve(deps: ClaimKeyDeps, request: FastifyRequest, reply: FastifyReply, given: string) {
  if (!KEY.test(given)) throw new AppError('invalid_input', 'Idempotency-Key must have 1 to 255 visible characters')
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

/** Failures that may pass leave the key free. */
async function keep(
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

/** @returns undefined for a stream */
function bytesOf(payload: unknown): Buffer | undefined {
  if (payload === undefined || payload === null) return Buffer.alloc(0)
  if (typeof payload === 'string') return Buffer.from(payload)
  return Buffer.isBuffer(payload) ? payload : undefined
}

const DESCRIPTION =
  'A repeated request with the same key gets the stored response and has no further effect. Kept for ' +
  `${KEPT_RESPONSES_MS / 3_600_000} hours.`

/** Adds the header to the reference. */
function describeHeader(route: RouteOptions): void {
  const { schema, config } = route
  const isWriting = [route.method].flat().some((method) => WRITING.has(method))
  if (!schema || schema.hide || !isWriting || config?.isPublic || config?.isRefusal || config?.isUpload) return
  const header = { type: 'string', minLength: 1, maxLength: 255, description: DESCRIPTION }
  route.schema = {
    ...schema,
    headers: { type: 'object', properties: { 'Idempotency-Key': header } },
    response: { ...(schema.response as object), 409: ERROR, 422: ERROR },
  }
}
