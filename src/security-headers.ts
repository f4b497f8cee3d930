import type { FastifyInstance } from 'fastify'
import { AppError } from './kernel/errors.ts'
import { namesTwoHosts } from './names-two-hosts.ts'

/** Security specification 3.1. Pages add their own policy; answers of the API allow nothing to be loaded by them. */
export function addSecurityHeaders(app: FastifyInstance, baseUrl: string): void {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-cache, private',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (namesTwoHosts(request.raw.rawHeaders)) return done(new AppError('invalid_input', 'a request names one host'))
    // Pages of other origins may read the API (with a token of their own), and nothing else.
    if (!/^\/(?:api|oauth)\//.test(request.url)) reply.header('cross-origin-resource-policy', 'same-origin')
    return done()
  })
}
