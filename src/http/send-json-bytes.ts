import type { FastifyReply } from 'fastify'
import { lengthOfChunks, streamChunks, type JsonBody } from './json-body.ts'

/**
 * Maximum size in bytes of a response whose chunks are joined before sending. For short responses, joining is faster
 * than sending each chunk.
 */
const MAX_JOINED = 64 * 1024

/** Sends a body that is already JSON in UTF-8. Without a content type, it is sent as `application/json`. */
export function sendJsonBytes(reply: FastifyReply, body: JsonBody): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json')
  if (!Array.isArray(body)) return reply.send(body)
  const length = lengthOfChunks(body)
  if (length <= MAX_JOINED) return reply.send(Buffer.concat(body, length))
  return reply.header('content-length', length).send(streamChunks(body))
}
