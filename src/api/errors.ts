import { statusText } from '../kernel/status-text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { OauthError } from '../oauth/oauth-error.ts'
import { sendJson } from './wire/send-json.ts'
import { errorFormat } from '../http/normalize-request.ts'
import { html } from '../kernel/html.ts'

/** Status and body of an error response, before the body is written as JSON, XML or HTML. */
interface WireError {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Sends an error in the formats of wallabag contract 0.6: as an OAuth error from the token endpoint and for status 401,
 * otherwise as `{"code","message"}`. With status 400 and 422, and for a missing scope, `message` describes the error. In all
 * other cases, it is the standard phrase, such as `Not Found`.
 */
export function sendApiError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const isTokenEndpoint = request.url.startsWith('/oauth/')
  const wire = isTokenEndpoint ? oauthShape(error) : apiShape(error)
  if (wire.status >= 500 && wire.status !== 503)
    request.log.error({ requestId: request.id, err: error }, 'request failed')
  setErrorHeaders(reply, error, wire)
  return write(request, reply.code(wire.status), wire)
}

/** @returns status and body for an error outside the token endpoint */
function apiShape(error: unknown): WireError {
  if (error instanceof OauthError) return oauthEnvelope(error)
  const status = statusOf(error)
  const isOverQuota = error instanceof AppError && error.code === 'over_quota'
  const isSpecific = status === 400 || status === 422 || isOverQuota || missingScope(error) !== undefined
  const message = isSpecific && error instanceof Error ? error.message : (statusText(status) ?? 'Error')
  return { status, body: { code: status, message } }
}

/**
 * @returns status and body for an error of the token endpoint. Most errors get status 400, because apps stop trying
 *   after other statuses.
 */
function oauthShape(error: unknown): WireError {
  if (error instanceof OauthError) return oauthEnvelope(error)
  const status = statusOf(error)
  if (status === 404 || status === 405) return { status, body: { code: status, message: statusText(status) } }
  const code = status >= 500 ? (status === 503 ? 'temporarily_unavailable' : 'server_error') : 'invalid_request'
  const description = error instanceof Error && status < 500 ? error.message : (statusText(status) ?? 'Error')
  return { status, body: { error: code, error_description: description } }
}

function oauthEnvelope({ status, error, message }: OauthError): WireError {
  return { status, body: { error, error_description: message } }
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return ERROR_CODES[error.code]
  const status = (error as { statusCode?: unknown }).statusCode
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

/** @returns the scope that the token of a request lacks; undefined for any other error */
function missingScope(error: unknown): unknown {
  return error instanceof AppError ? error.details['scope'] : undefined
}

function setErrorHeaders(reply: FastifyReply, error: unknown, { status, body }: WireError): void {
  if (status === 401 || 'error' in body) {
    reply.header('cache-control', 'no-store, private').header('pragma', 'no-cache')
  }
  if (status === 401) {
    const { error: code, error_description: text } = body
    reply.header('www-authenticate', `Bearer realm="Service", error="${code}", error_description="${text}"`)
  }
  const scope = missingScope(error)
  if (scope !== undefined) {
    // RFC 6750, section 3.1
    reply.header('www-authenticate', `Bearer realm="Service", error="insufficient_scope", scope="${String(scope)}"`)
  }
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  if (wait !== undefined || status === 429 || status === 503) reply.header('retry-after', String(wait ?? 5))
  reply.header('vary', 'Authorization, Origin, Accept')
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body }: WireError,
): FastifyReply | Promise<FastifyReply> {
  const format = errorFormat(request.raw)
  return format === 'json' ? sendJson(reply, body) : writeMarkup(reply, format, { status, body })
}

async function writeMarkup(
  reply: FastifyReply,
  format: 'xml' | 'html',
  { status, body }: WireError,
): Promise<FastifyReply> {
  const lines = Object.entries(body).map(([name, value]) => [name, String(value)] as const)
  if (format === 'xml') return reply.type('application/xml').send(errorXml(lines))
  return reply.type('text/html; charset=utf-8').send(errorHtml(status, lines))
}

type Lines = readonly (readonly [name: string, value: string])[]

/** @returns an error as XML, with one element for each member of its body (wallabag contract 0.6) */
function errorXml(lines: Lines): string {
  const children = lines.map(([name, value]) => `<${name}>${html`${value}`.toString()}</${name}>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<response>${children}</response>\n`
}

/** @returns an error as an HTML page */
function errorHtml(status: number, lines: Lines): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${status}</title></head>
<body><h1>${statusText(status)}</h1>${lines.map(([, value]) => html`<p>${value}</p>`)}</body></html>`.toString()
}
