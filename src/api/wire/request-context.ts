import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../oauth/authenticate.ts'
import { NO_FIELDS, type FormFields } from '../../kernel/form-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the user to whom the token belongs; null if the request has no token, which only public routes allow */
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** true if the route requires no token */
    readonly isPublic?: boolean
    /**
     * true for the handler of a method that the path lacks. It responds with 405, or calls the handler of the method
     * that `_method` names.
     */
    readonly isRefusal?: boolean
    /** true if the route accepts files, whose upload may take a long time */
    readonly isUpload?: boolean
  }
}

/** @returns the user who sent the request. Must only be called on routes that require a token. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`route ${request.routeOptions.url} has no viewer`)
  return request.viewer
}

/** @returns the fields of the parsed body; empty if it has none */
export function fieldsOf(request: FastifyRequest): FormFields {
  return request.body instanceof Map ? (request.body as FormFields) : NO_FIELDS
}

/** @returns a signal that is aborted when the connection closes */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}
