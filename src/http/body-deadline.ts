import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { respondUnreadable } from './raw-responses.ts'

/**
 * Time limit for receiving a body, in milliseconds (security specification, section 5). After it, the server responds
 * with an error and closes the connection.
 */
const BODY_MS = 30_000
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Limits the time for receiving a body, on all routes that accept one. Routes with `config: { isUpload: true }` keep
 * the longer limit of the server, because uploading a large file from a phone takes a long time.
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
      const end = (): void => (raw.socket.destroyed === false ? respondUnreadable(error, raw.socket) : undefined)
      const timer = setTimeout(end, limitMs).unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done(null, payload)
  }
}
