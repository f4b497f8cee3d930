import type { FastifyRequest } from 'fastify'
import type { AppScope } from '../../users/passwords/app-scopes.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import { NO_FIELDS, type FormFields } from '../../kernel/form-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the owner of the token; null if the request has no token, which only public routes allow */
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** true if the route requires no token */
    readonly isPublic?: boolean
    /**
     * true for the handler of a method that the path does not support. The handler responds with 405, unless the form
     * field `_method` names a supported method: it then calls the handler of that method.
     */
    readonly isRefusal?: boolean
    /** true if the route accepts files, so a request may take minutes */
    readonly isUpload?: boolean
    /** the scope that a token needs; by default `read` for GET, and `write` for other methods */
    readonly scope?: AppScope
  }
}

/** @returns the user who sent the request. Only routes that require a token may call this. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`route ${request.routeOptions.url} has no viewer`)
  return request.viewer
}

/** @returns the fields of the parsed body; empty if the body has none */
export function fieldsOf(request: FastifyRequest): FormFields {
  return request.body instanceof Map ? (request.body as FormFields) : NO_FIELDS
}
