import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends JSON with the content type `application/json`. One client requires it without a charset (contract 0.5), which
 * Fastify would add to text without a serializer. The body is sent as text, so that it shares a packet with the
 * headers.
 */
export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('content-type', 'application/json').serializer(asItIs).send(JSON.stringify(body))
}

const asItIs = (text: string): string => text

/** Sends a body that already is JSON in UTF-8. */
export function sendJsonBytes(reply: FastifyReply, body: Buffer | Readable): FastifyReply {
  return reply.header('content-type', 'application/json').send(body)
}
