import type { FastifyInstance } from 'fastify'
import { AppError } from '../kernel/errors.ts'

/**
 * Adds the security headers (security specification 3.1) to all responses, and rejects requests that do not name
 * exactly one host. The pages of the web app replace the content security policy by their own. Pages of other origins
 * can use the API despite `cross-origin-resource-policy`, because browsers ignore this header for CORS requests
 * (https://fetch.spec.whatwg.org).
 */
export function addSecurityHeaders(app: FastifyInstance, baseUrl: string): void {
  const ofPages = securityHeaders(baseUrl)
  const ofApi = { ...ofPages, vary: 'Authorization' }
  app.addHook('onRequest', (request, reply, done) => {
    const isApi = /^\/(?:api|oauth)\//.test(request.url)
    reply.headers(isApi ? ofApi : ofPages)
    if (isApi && hasSecret(request.query as object)) reply.headers(SECRET_ADDRESS)
    const { rawHeaders, httpVersion } = request.raw
    if (namesOneHost(rawHeaders, httpVersion)) return done()
    return done(new AppError('invalid_input', 'a request must name exactly one host'))
  })
}

/** Query parameters that contain a secret. Old clients send them in addresses. */
const SECRET_PARAMETERS = ['access_token', 'refresh_token', 'client_secret', 'password'] as const

/**
 * Headers of the response if the address contains a secret. No cache may store the response, and browsers do not send
 * the address as `Referer`.
 */
const SECRET_ADDRESS = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store, private' } as const

const hasSecret = (query: object): boolean => SECRET_PARAMETERS.some((name) => Object.hasOwn(query, name))

/**
 * @param baseUrl public address of this server
 * @returns the headers of all responses, with names in lower case
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
 * Checks that a request has exactly one Host header (RFC 9112, section 3.2). With HTTP/1.0, it may have none. If there
 * are several, Node uses the first, but a proxy may use the last. Node's own check is off, because its response would
 * lack our headers.
 * @param rawHeaders header names and values in turn, as received
 */
function namesOneHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
