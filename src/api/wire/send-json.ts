import type { FastifyReply } from 'fastify'
import { lengthOfChunks, streamChunks, type JsonBody } from './json-body.ts'

/**
 * Sends JSON with the content type `application/json`, without a charset, because one client rejects a charset
 * (wallabag contract 0.5). The custom serializer keeps Fastify from adding it. The body is text and not a Buffer, so
 * that Node sends it in one packet with the headers.
 */
export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('content-type', 'application/json').serializer(asItIs).send(JSON.stringify(body))
}

const asItIs = (text: string): string => text

/**
 * Maximum size in bytes of a response whose chunks are joined before sending. For short responses, joining is faster
 * than sending each chunk.
 */
const MAX_JOINED = 64 * 1024

/** Sends a body that is already JSON in UTF-8. */
export function sendJsonBytes(reply: FastifyReply, body: JsonBody): FastifyReply {
  reply.header('content-type', 'application/json')
  if (!Array.isArray(body)) return reply.send(body)
  const length = lengthOfChunks(body)
  if (length <= MAX_JOINED) return reply.send(Buffer.concat(body, length))
  return reply.header('content-length', length).send(streamChunks(body))
}
