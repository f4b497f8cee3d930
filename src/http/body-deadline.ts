import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { respondUnreadable } from './raw-responses.ts'

/** In milliseconds, until a body has come (security specification, section 5). */
const BODY_MS = 30_000
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Gives every route that takes a body half a minute for it. One that takes files says `config: { isUpload: true }`, and
 * has the time of the server: a hundred megabytes are a long way from a phone.
 */
export function limitBodyTime(app: FastifyInstance, limitMs = BODY_MS): void {
  const watch = watcher(limitMs)
  app.addHook('onRoute', (route) => {
    if (route.config?.isUpload === true || ![route.method].flat().some((method) => WITH_BODY.has(method))) return
    route.preParsing = [watch, ...[route.preParsing ?? []].flat()]
  })
}

function watcher(limitMs: number): preParsingHookHandler {
  return ({ raw }, _reply, payload, done) => {
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (hasBody && !raw.complete) {
      const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      const timer = setTimeout(() => respondUnreadable(error, raw.socket), limitMs).unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done(null, payload)
  }
}
