import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matchesEtag } from './matches-etag.ts'
import { lengthOfChunks, type JsonBody, type JsonChunks } from './json-body.ts'
import { sendJsonBytes } from './send-json-bytes.ts'

/** The user whose data a response contains. */
interface Reader {
  readonly id: number
  readonly revision: number
  readonly username: string
  readonly email: string
  /** display name, if the response may contain it */
  readonly name?: string | null
}

/** What is asked for: the address of a request with everything else on which the response depends, and its headers. */
type Asked = Pick<FastifyRequest, 'url' | 'headers'>

/** Sends the response to a request that reads: a 304, a cached response, or a new response from `make`. */
export type SendCached = (
  request: Asked,
  reply: FastifyReply,
  reader: Reader,
  make: () => Promise<JsonBody>,
) => FastifyReply | Promise<FastifyReply>

/**
 * Caches whole responses by entity tag. Many apps request an unchanged list again without sending its entity tag. They
 * get the cached response until the user's data change.
 * A new response is cached as a list of chunks, whose memory is shared with the cache of entries
 * (src/entries/listing/entry-json.ts). At the second request, the chunks are joined, and only the joined bytes stay in this
 * cache.
 * @param maxBytes maximum size of the cache in bytes; 0 disables it
 */
export function responseCache(maxBytes: number): SendCached {
  const cache =
    maxBytes > 0
      ? new LRUCache<string, Buffer | JsonChunks>({ maxSize: maxBytes, sizeCalculation: (body) => sizeOf(body) + 300 })
      : undefined
  return (request, reply, reader, make) => {
    const tag = entityTag(request, reader)
    if (isFresh(request, reply, tag)) return reply.code(304).send()
    const cached = cache?.get(tag)
    if (cached) {
      const joined = Buffer.isBuffer(cached) ? cached : Buffer.concat(cached)
      if (joined !== cached) cache?.set(tag, joined)
      return sendJsonBytes(reply, joined)
    }
    return make().then((body) => {
      if (!(body instanceof Readable)) cache?.set(tag, body)
      return sendJsonBytes(reply, body)
    })
  }
}

function sizeOf(body: Buffer | JsonChunks): number {
  return Buffer.isBuffer(body) ? body.length : lengthOfChunks(body)
}

/**
 * @returns an entity tag for the response. It changes with everything on which the response depends: the reader, the
 *   reader's revision, and the address of the request.
 */
function entityTag(request: Asked, { id, revision, username, email, name }: Reader): string {
  const asked = hash('sha1', `${username}\n${email}\n${name}\n${request.url}`, 'base64url')
  return `"${id}.${revision}.${asked}"`
}

/**
 * Sets the header `etag`.
 * @returns true if the client already has this version, so that the response is a 304
 */
function isFresh(request: Asked, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  return matchesEtag(request.headers['if-none-match'], tag)
}
