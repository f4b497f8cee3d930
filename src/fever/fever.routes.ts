import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { sendError } from '../http/send-error.ts'
import { limitBytes } from '../uploads/limit-bytes.ts'
import { readMultipart } from '../uploads/read-multipart.ts'
import { CREDENTIALS_BODY } from '../kernel/body-limits.ts'
import type { Deps } from './answer-fever.ts'
import { FEVER_VERSION } from './fever-version.ts'

/** @returns a plugin with the Fever API over the library, for apps that read feeds (docs/apps/fever.md) */
export function feverRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler((error, _request, reply) =>
      sendError(error, reply, (message) => ({ api_version: FEVER_VERSION, error: message })),
    )
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    // The crate fever_api 0.6.0 sends forms in this format.
    app.addContentTypeParser(
      'multipart/form-data',
      async (request: FastifyRequest, payload: AsyncIterable<Uint8Array>) => {
        const type = request.headers['content-type'] ?? ''
        return [
          ...(await readMultipart(
            limitBytes(payload, CREDENTIALS_BODY, 'the form is too large'),
            type,
            async () => undefined,
          )),
        ]
      },
    )
    app.route({
      method: ['GET', 'POST'],
      url: '/',
      bodyLimit: CREDENTIALS_BODY,
      handler: async (request, reply) => (await import('./answer-fever.ts')).answerFever(deps, request, reply),
    })
  }
}
