import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../../oauth/authenticate.ts'
import { sendJsonBytes } from './send-json.ts'
import { hash } from 'node:crypto'

/** Responds to a read request: 304, a cached response, or a new one. */
export type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
  make: () => Promise<Buffer | Readable>,
) => FastifyReply | Promise<FastifyReply>

/**
 * Caches complete responses by their validators. Apps request the same unchanged list again and again, mostly without a
 * validator; until the user changes something they get the same bytes.
 * @param maxBytes memory limit of the cache; 0 disables it
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

/** A validator made of the viewer, their revision, and the request: the response depends on nothing else. */
function entityTag(request: FastifyRequest, viewer: Viewer): string {
  const asked = hash('sha1', `${viewer.username}\n${viewer.email}\n${viewer.name}\n${request.url}`, 'base64url')
  return `"${viewer.id}.${viewer.revision}.${asked}"`
}

/** Sets the validator. @returns whether the client's copy is current, so that 304 is the response */
function isFresh(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const known = request.headers['if-none-match']
  return known !== undefined && known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag)
}
