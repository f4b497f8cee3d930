import type { FastifyInstance } from 'fastify'
import type { AuthenticationDeps } from './oauth/authentication.ts'
import { addBodyParsers } from './wire/body-parsers.ts'
import { addCors } from './cors.ts'
import { sendApiError } from './errors.ts'
import { watchMethods } from './method-routes.ts'
import { countRefusal, type StrangersDeps } from '../throttling/strangers.ts'
import { addAuthentication } from './oauth/token-gate.ts'
import { addSlashRedirect } from './trailing-slash.ts'

/**
 * The habits of everything under `/api`: bodies, cross-origin calls, tokens, errors, and an answer to every method of a
 * known path.
 * @param addRoutes adds the routes; they are closed to strangers unless they say otherwise
 */
export async function openApiDoor(
  app: FastifyInstance,
  deps: AuthenticationDeps,
  addRoutes: () => void | Promise<void>,
): Promise<void> {
  addBodyParsers(app)
  addCors(app, '/api/*', 'POST, PUT, PATCH, GET, DELETE')
  app.decorateRequest('viewer', null)
  addAuthentication(app, deps)
  addSlashRedirect(app)
  addErrorHandler(app, deps)
  const addOtherMethods = watchMethods(app)
  await addRoutes()
  addOtherMethods()
}

/** The shapes of the API for failures, once those that had no budget yet are counted. */
export function addErrorHandler(app: FastifyInstance, deps: StrangersDeps): void {
  app.setErrorHandler((error, request, reply) => {
    if (request.routeOptions.config.costsStrangers === undefined) return sendApiError(error, request, reply)
    return countRefusal(deps, request, error).then((refusal) => sendApiError(refusal, request, reply))
  })
}
