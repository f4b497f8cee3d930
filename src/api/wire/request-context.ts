import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../oauth/authenticate.ts'
import { NO_FIELDS, type FormFields } from '../../kernel/form-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** who asks, set by the API's own hook; null on routes that need nobody */
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** reachable without a token */
    readonly isPublic?: boolean
    /** answers 405, or hands a form's `_method` on */
    readonly isRefusal?: boolean
    /** takes files, which may be long on their way */
    readonly isUpload?: boolean
  }
}

/** @returns who asks; the hook has made sure that there is somebody */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`route ${request.routeOptions.url} has no viewer`)
  return request.viewer
}

/** @returns the named values of the body, none if there was no body that could be read */
export function fieldsOf(request: FastifyRequest): FormFields {
  return request.body instanceof Map ? (request.body as FormFields) : NO_FIELDS
}

/** @returns a signal that is aborted when the client hangs up before it has its answer */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}
