import type { FastifyInstance } from 'fastify'
import { AppError } from '../kernel/errors.ts'

/**
 * Security specification 3.1. Pages add their own policy; answers of the API allow nothing to be loaded by them. Pages of
 * other origins may still read the API by CORS: the resource policy is looked at for requests without CORS alone
 * (https://fetch.spec.whatwg.org/#http-fetch, "opaque").
 */
export function addSecurityHeaders(app: FastifyInstance, baseUrl: string): void {
  const ofPages = securityHeaders(baseUrl)
  const ofApi = { ...ofPages, vary: 'Authorization' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(?:api|oauth)\//.test(request.url) ? ofApi : ofPages)
    const { rawHeaders, httpVersion } = request.raw
    if (namesOneHost(rawHeaders, httpVersion)) return done()
    return done(new AppError('invalid_input', 'a request names one host'))
  })
}

/**
 * @param baseUrl address of this server as its readers type it
 * @returns what every answer carries, names in lower case
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
 * Node keeps the first of several hosts and says nothing, while a proxy before it may go by the last; and a request that
 * names none it would refuse without the headers that every answer of ours carries.
 * @param rawHeaders names and values in turn, as they came
 * @returns whether a request names its host once, without which it is refused (RFC 9112, section 3.2); before HTTP/1.1 it
 *   need not name it
 */
function namesOneHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
