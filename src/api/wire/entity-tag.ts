import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../oauth/authenticate.ts'

/**
 * A validator made of who asks, how often their data changed, and what was asked: the answer can only differ if one of
 * these does.
 */
export function entityTag(request: FastifyRequest, viewer: Viewer): string {
  const asked = hash('sha1', `${viewer.username}\n${viewer.email}\n${viewer.name}\n${request.url}`, 'base64url')
  return `"${viewer.id}.${viewer.revision}.${asked}"`
}

/** Sets the validator. @returns whether the client has the answer already, in which case 304 is to be sent */
export function isFresh(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const known = request.headers['if-none-match']
  return known !== undefined && known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag)
}
