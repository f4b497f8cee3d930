import type { FastifyInstance } from 'fastify'
import { resourceMetadata, serverMetadata } from '../../oauth/server-metadata.ts'
import { sendJson } from '../wire/send-json.ts'

/** The interface whose tokens are described, as a path below the address of the server. */
const INTERFACES = ['', '/api'] as const

/**
 * Adds the descriptions with which apps find the endpoints (RFC 8414) and learn which server issues the tokens of an
 * interface (RFC 9728).
 */
export function addMetadataRoutes(app: FastifyInstance, { baseUrl }: { readonly baseUrl: string }): void {
  const config = { isPublic: true, anonymousCost: 'none' } as const
  const serve = (url: string, body: object) =>
    app.get(url, { schema: { hide: true }, config }, (_request, reply) =>
      sendJson(reply.header('cache-control', 'public, max-age=3600'), body),
    )
  serve('/.well-known/oauth-authorization-server', serverMetadata(baseUrl))
  for (const path of INTERFACES) {
    serve(`/.well-known/oauth-protected-resource${path}`, resourceMetadata(baseUrl, baseUrl + path))
  }
}
