import type { FastifyInstance } from 'fastify'
import { AppError } from '../kernel/errors.ts'

/**
 * Security specification 3.1. Pages add their own policy; API responses may not load anything. Pages of other origins
 * may still read the API by CORS, because browsers check the resource policy only for requests without CORS
 * (https://fetch.spec.whatwg.org/#http-fetch, "opaque").
 */
export function addSecurityHeaders(app: FastifyInstance, baseUrl: string): void {
  const ofPages = securityHeaders(baseUrl)
  const ofApi = { ...ofPages, vary: 'Authorization' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(?:api|oauth)\//.test(request.url) ? ofApi : ofPages)
    const { rawHeaders, httpVersion } = request.raw
    if (namesOneHost(rawHeaders, httpVersion)) return done()
    return done(new AppError('invalid_input', 'a request must name exactly one host'))
  })
}

/**
 * @param baseUrl address of this server as its users type it
 * @returns the headers of every response, names in lower case
 */
function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-cache, private',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * With several hosts, Node silently keeps the first, while a proxy in front may use the last. Node's own refusal of a
 * request without a host lacks our headers.
 * @param rawHeaders alternating names and values, as received
 * @returns whether the request names its host exactly once, as RFC 9112, section 3.2, requires; optional before
 * HTTP/1.1
 */
function namesOneHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
