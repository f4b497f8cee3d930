import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from '../../kernel/json.ts'
import { AppError } from '../../kernel/errors.ts'
import { NO_FIELDS, parseFormBody, rememberSent, type FormFields } from '../../kernel/form-body.ts'
import { recordBodyDigest } from './idempotency.ts'
import { storableText } from '../../kernel/storable-text.ts'
import { readMultipart } from '../../uploads/read-multipart.ts'

/**
 * Adds parsers that convert bodies into maps of fields. A body in an unknown format has no fields (wallabag contract
 * 0.3). An empty body is valid with any content type.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const asBuffer = { parseAs: 'buffer' } as const
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json\b/i,
    asBuffer,
    async (request: FastifyRequest, body: Buffer) => {
      refuseCoding(request)
      recordBodyDigest(request, body)
      return parseJsonBody(body)
    },
  )
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded\b/i,
    asBuffer,
    async (request: FastifyRequest, body: Buffer) => {
      refuseCoding(request)
      recordBodyDigest(request, body)
      return parseFormBody(body)
    },
  )
  app.addContentTypeParser(/^multipart\/form-data\b/i, asBuffer, async (request: FastifyRequest, body: Buffer) => {
    refuseCoding(request)
    recordBodyDigest(request, body)
    // A token request with a NUL byte must fail. The form parser would drop the byte and so change a password.
    if (request.url.startsWith('/oauth/') && body.includes(0))
      throw new AppError('invalid_input', 'a form must not contain NUL characters')
    return request.method === 'POST' ? parseMultipartBody(body, request.headers['content-type'] ?? '') : NO_FIELDS
  })
  app.addContentTypeParser('*', asBuffer, async (request: FastifyRequest, body: Buffer) => {
    recordBodyDigest(request, body)
    return NO_FIELDS
  })
}

function refuseCoding({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding']
  if (coding === undefined || coding.toLowerCase() === 'identity') return
  throw Object.assign(new Error('compressed request bodies are not supported'), { statusCode: 415 })
}

/**
 * Maximum depth of a JSON body, and maximum number of members of its outermost object (security specification, section
 * 5). Bodies beyond either limit are rejected.
 */
const MAX_DEPTH = 64
const MAX_KEYS = 1000

/**
 * @param bytes a JSON text, which may be empty
 * @returns the members of the object; none for an empty text or a list (wallabag contract 0.3)
 * @throws AppError `invalid_input` with the message of the wallabag contract, for malformed JSON or a value that is not
 *   an object
 */
function parseJsonBody(bytes: Buffer): FormFields {
  const text = bytes.toString().trim()
  if (text === '') return NO_FIELDS
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw invalidJson()
  checkShape(value)
  if (Array.isArray(value)) return NO_FIELDS
  const fields = new Map<string, unknown>()
  for (const [name, sent] of Object.entries(value) as [string, unknown][]) {
    const text = storable(sent)
    fields.set(name, text)
    if (typeof sent === 'string' && sent !== text) rememberSent(fields, name, { sent, text: text as string })
  }
  return fields
}

function invalidJson(): AppError {
  return new AppError('invalid_input', 'Invalid json message received')
}

/**
 * Checks the depth and the number of values of untrusted JSON. It uses no recursion, because deep JSON would overflow
 * the stack.
 * @throws AppError `invalid_input`
 */
function checkShape(root: object): void {
  let level: object[] = [root]
  let keys = 0
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw invalidJson()
    const next: object[] = []
    for (const value of level.flatMap((parent) => Object.values(parent) as unknown[])) {
      if (++keys > MAX_KEYS * 20) throw invalidJson()
      if (typeof value === 'object' && value !== null) next.push(value)
    }
    level = next
  }
  if (Object.keys(root).length > MAX_KEYS && !Array.isArray(root)) throw invalidJson()
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  return value
}

/**
 * @param bytes a multipart body. Files in it are ignored.
 * @param contentType the Content-Type header, which contains the boundary
 * @throws AppError `invalid_input` if the body is malformed or has more than a hundred parts
 */
async function parseMultipartBody(bytes: Buffer, contentType: string): Promise<FormFields> {
  return readMultipart(wholeOf(bytes), contentType, async () => undefined, bytes.length)
}

async function* wholeOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
