import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ORDINARY_BODY } from '../kernel/body-limits.ts'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import type { Viewer } from '../oauth/authenticate.ts'
import { OauthError } from '../oauth/oauth-error.ts'
import { viewerOfKey, type KeyViewerDeps } from '../keys/app-password-viewer.ts'
import { chargeAnonymousRequest, type AnonymousRequestDeps } from '../throttling/anonymous-requests.ts'
import type { McpServerDeps } from './open-mcp-server.ts'
import { MissingScope, RPC_CODES, RpcError } from './rpc-error.ts'
import { parseRpcMessage, type RpcRequest } from './rpc-message.ts'
import type { RpcCall } from './protocol.ts'

interface McpDeps extends McpServerDeps, KeyViewerDeps, AnonymousRequestDeps {}

/**
 * @returns a plugin with the Model Context Protocol over HTTP, for assistants (docs/apps/mcp.md). Each request stands for
 *   itself: the server keeps no sessions and opens no streams. The tools are loaded with the first request.
 */
export function mcpRoutes(deps: McpDeps): FastifyPluginAsync {
  let opened: Promise<McpAnswer> | undefined
  const open = () => (opened ??= openAnswer(deps))
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: ORDINARY_BODY }, (_request, body, done) =>
      done(null, body),
    )
    app.setErrorHandler((error, request, reply) => sendError(deps, error, request, reply))
    app.post('/', async (request, reply) => {
      refuseOtherOrigins(deps, request)
      const viewer = await viewerOf(deps, request)
      const message = parseRpcMessage(String(request.body ?? ''))
      if (message === undefined) return reply.code(202).send()
      request.mcpId = message.id
      const header = (name: string): string | undefined => [request.headers[name]].flat()[0]
      const answer = await open()
      const result = await answer(message, { viewer, requestId: request.id, header })
      return { jsonrpc: '2.0', id: message.id, result }
    })
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const) {
      app.route({ method, url: '/', handler: (_request, reply) => reply.code(405).header('allow', 'POST').send() })
    }
    app.decorateRequest('mcpId', null)
  }
}

type McpAnswer = (message: RpcRequest, call: RpcCall) => Promise<object>

async function openAnswer(deps: McpServerDeps): Promise<McpAnswer> {
  const { answerRequest, openMcpServer } = await import('./open-mcp-server.ts')
  const server = openMcpServer(deps)
  return (message, call) => answerRequest(server, message, call)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** id of the message in the request; null until it is known */
    mcpId: string | number | null
  }
}

/** Browsers send an origin. A page of another site must not reach a library through its visitor. */
function refuseOtherOrigins({ baseUrl }: McpDeps, { headers }: FastifyRequest): void {
  const { origin } = headers
  if (origin === undefined || origin === URL.parse(baseUrl)?.origin) return
  throw new RpcError(RPC_CODES.invalidRequest, 'Requests from pages of other sites are refused.', { status: 403 })
}

/** @throws OauthError 401 if the request contains neither a valid token nor a valid app password */
async function viewerOf(deps: McpDeps, { headers }: FastifyRequest): Promise<Viewer> {
  const key = /^bearer\s+(\S{1,500})\s*$/i.exec(headers.authorization ?? '')?.[1]
  if (key === undefined) throw new OauthError(401, 'invalid_request', 'A token is required.')
  const viewer = await viewerOfKey(deps, key)
  if (!viewer) throw new OauthError(401, 'invalid_grant', 'The token is invalid.')
  return viewer
}

async function sendError(
  deps: McpDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (error instanceof OauthError) {
    await chargeAnonymousRequest(deps, request)
    reply.header(
      'www-authenticate',
      challenge(deps, 'read', error.error === 'invalid_request' ? undefined : 'invalid_token'),
    )
  }
  if (error instanceof MissingScope) {
    reply.header('www-authenticate', challenge(deps, error.scope, 'insufficient_scope'))
  }
  const { status, code, message, data } = describe(error)
  if (status >= 500) reply.log.error({ requestId: request.id, err: error }, 'request failed')
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  if (wait !== undefined) reply.header('retry-after', String(wait))
  const body = { jsonrpc: '2.0', id: request.mcpId, error: { code, message, ...(data && { data }) } }
  return reply.code(status).send(body)
}

/** @returns the header that leads an app to the server that issues tokens (RFC 9728, section 5.1) */
function challenge({ baseUrl }: McpDeps, scope: string, error: string | undefined): string {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    `scope="${scope}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

function describe(error: unknown): { status: number; code: number; message: string; data?: object | undefined } {
  if (error instanceof RpcError) return error
  if (error instanceof OauthError)
    return { status: error.status, code: RPC_CODES.invalidRequest, message: error.message }
  if (error instanceof MissingScope) return { status: 403, code: RPC_CODES.invalidRequest, message: error.message }
  if (error instanceof AppError) {
    return { status: ERROR_CODES[error.code], code: RPC_CODES.internal, message: error.message }
  }
  const { statusCode } = error as { readonly statusCode?: unknown }
  const isRefusal = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return isRefusal
    ? { status: statusCode, code: RPC_CODES.invalidRequest, message: 'The request is invalid.' }
    : { status: 500, code: RPC_CODES.internal, message: 'The request failed.' }
}
