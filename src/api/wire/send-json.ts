import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends JSON whose content type is exactly `application/json`, as one client demands (contract 0.5): Fastify would add
 * a charset, unless the text comes from a serializer. As text it leaves in one piece with its head.
 */
export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('content-type', 'application/json').serializer(asItIs).send(JSON.stringify(body))
}

const asItIs = (text: string): string => text

/** @param body finished JSON in UTF-8 */
export function sendJsonBytes(reply: FastifyReply, body: Buffer | Readable): FastifyReply {
  return reply.header('content-type', 'application/json').send(body)
}
