import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends JSON with a content type of exactly `application/json`, which one client requires (contract 0.5): Fastify adds
 * a charset unless a serializer made the text. Text is sent in one packet with the head.
 */
export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('content-type', 'application/json').serializer(asItIs).send(JSON.stringify(body))
}

const asItIs = (text: string): string => text

/** @param body finished JSON in UTF-8 */
export function sendJsonBytes(reply: FastifyReply, body: Buffer | Readable): FastifyReply {
  return reply.header('content-type', 'application/json').send(body)
}
