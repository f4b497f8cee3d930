import type { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Span, type Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contextOf } from './trace-parent.ts'

/**
 * Begins the span of a request. Names and attributes are those of OpenTelemetry's conventions for HTTP
 * (https://opentelemetry.io/docs/specs/semconv/http/http-spans/), without the address: its path can contain secrets.
 * @param isTrusted true if the request comes from a proxy whose trace it continues
 */
export function spanOfRequest(tracer: Tracer, { method = '', headers }: IncomingMessage, isTrusted: boolean): Span {
  const parent = isTrusted ? contextOf(headers['traceparent']) : ROOT_CONTEXT
  return tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, parent)
}

/** Ends the spans of the app's requests, and makes each the current one while its request is handled. */
export function watchRequests(
  app: FastifyInstance,
  spans: WeakMap<IncomingMessage, Span>,
  current: AsyncLocalStorage<Span>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const span = spans.get(request.raw)
    if (!span) return done()
    reply.raw.once('close', () => end(span, request, reply))
    current.run(span, done)
  })
  // The body arrives in events of the connection, which do not belong to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request.raw)
    if (span) current.run(span, done)
    else done()
  })
}

function end(span: Span, { method, routeOptions }: FastifyRequest, { raw }: FastifyReply): void {
  const { url: route } = routeOptions
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
  if (raw.headersSent) span.setAttribute('http.response.status_code', raw.statusCode)
  if (raw.statusCode >= 500)
    span.setAttribute('error.type', String(raw.statusCode)).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
