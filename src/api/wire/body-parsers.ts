import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { NO_FIELDS, parseFormBody } from '../../kernel/form-body.ts'
import { recordBodyDigest } from './idempotency.ts'
import { parseJsonBody, parseMultipartBody } from './parse-body.ts'

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
