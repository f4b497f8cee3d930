import type { FastifyInstance } from 'fastify'
import { resourceMetadata, serverMetadata } from '../../oauth/server-metadata.ts'
import { sendJson } from '../wire/send-json.ts'

/** The interfaces whose tokens are described, as paths below the address of the server. */
const INTERFACES = ['', '/api', '/mcp'] as const

/** Headers that let assistants in browsers send the version of their protocol with the request. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'mcp-protocol-version',
  'access-control-max-age': '3600',
} as const

/**
 * Adds the descriptions with which apps find the endpoints (RFC 8414) and learn which server issues the tokens of an
 * interface (RFC 9728).
 */
export function addMetadataRoutes(app: FastifyInstance, { baseUrl }: { readonly baseUrl: string }): void {
  const options = { schema: { hide: true }, config: { isPublic: true, anonymousCost: 'none' } } as const
  const serve = (url: string, body: object) => {
    app.get(url, options, (_request, reply) => sendJson(reply.header('cache-control', 'public, max-age=3600'), body))
    app.options(url, options, (_request, reply) => reply.headers(PREFLIGHT).code(204).send())
  }
  serve('/.well-known/oauth-authorization-server', serverMetadata(baseUrl))
  for (const path of INTERFACES) {
    serve(`/.well-known/oauth-protected-resource${path}`, resourceMetadata(baseUrl, baseUrl + path))
  }
}
