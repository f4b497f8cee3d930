import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../oauth/authenticate.ts'
import { NO_FIELDS, type FormFields } from '../../kernel/form-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the user behind the token, set by the API's own hook; null on public routes */
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** reachable without a token */
    readonly isPublic?: boolean
    /** responds with 405, or passes a form's `_method` on */
    readonly isRefusal?: boolean
    /** accepts files, whose upload may take long */
    readonly isUpload?: boolean
  }
}

/** @returns the viewer; the hook guarantees that there is one */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`route ${request.routeOptions.url} has no viewer`)
  return request.viewer
}

/** @returns the named values of the body, none without a valid body */
export function fieldsOf(request: FastifyRequest): FormFields {
  return request.body instanceof Map ? (request.body as FormFields) : NO_FIELDS
}

/** @returns a signal that is aborted when the client hangs up before it has its answer */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}
