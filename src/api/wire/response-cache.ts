import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../../oauth/authenticate.ts'
import { sendJsonBytes } from './send-json.ts'
import { hash } from 'node:crypto'

/** Sends the answer to a reading request: 304, or one that was made before, or one made now. */
export type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
  make: () => Promise<Buffer | Readable>,
) => FastifyReply | Promise<FastifyReply>

/**
 * Whole answers by their validators. Apps ask for the same unchanged list again and again, most of them without saying
 * what they have; until the reader changes something they get the same bytes.
 * @param maxBytes memory for all of them; 0 keeps nothing
 */
export function responseCache(maxBytes: number): SendCached {
  const cache =
    maxBytes > 0
      ? new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: (body) => body.length + 300 })
      : undefined
  return (request, reply, viewer, make) => {
    const tag = entityTag(request, viewer)
    if (isFresh(request, reply, tag)) return reply.code(304).send()
    const known = cache?.get(tag)
    if (known) return sendJsonBytes(reply, known)
    return make().then((body) => {
      if (Buffer.isBuffer(body)) cache?.set(tag, body)
      return sendJsonBytes(reply, body)
    })
  }
}

/**
 * A validator made of who asks, how often their data changed, and what was asked: the answer can only differ if one of
 * these does.
 */
function entityTag(request: FastifyRequest, viewer: Viewer): string {
  const asked = hash('sha1', `${viewer.username}\n${viewer.email}\n${viewer.name}\n${request.url}`, 'base64url')
  return `"${viewer.id}.${viewer.revision}.${asked}"`
}

/** Sets the validator. @returns whether the client has the answer already, in which case 304 is to be sent */
function isFresh(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const known = request.headers['if-none-match']
  return known !== undefined && known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag)
}
