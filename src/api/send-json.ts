import type { FastifyReply } from 'fastify'

/**
 * Sends JSON as bytes, because Fastify adds a charset to the content type of text, and one client compares the whole
 * value with `application/json` (contract 0.5).
 */
export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return sendJsonBytes(reply, Buffer.from(JSON.stringify(body)))
}

/** @param body finished JSON in UTF-8 */
export function sendJsonBytes(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json').send(body)
}
