import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unixSeconds } from '../../kernel/clock.ts'
import { CREDENTIALS_BODY } from '../../kernel/body-limits.ts'
import { readAppMetadata } from '../../oauth/apps/app-metadata.ts'
import { registerApp, type RegisterAppDeps } from '../../oauth/apps/register-app.ts'
import { APP_GRANTS, type RegisteredApp } from '../../oauth/apps/registered-app.ts'
import { callerOf } from '../../security-events/caller.ts'
import { OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { fieldsOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'

export type AppRegistrationDeps = RegisterAppDeps

const METADATA = {
  client_name: { type: 'string', description: 'name of the app, which the user sees before consenting' },
  redirect_uris: {
    type: 'array',
    items: { type: 'string' },
    description:
      'https addresses, schemes of the app, or addresses of the same device, whose port may differ in later requests',
  },
} as const

const REGISTERED = {
  type: 'object',
  properties: {
    client_id: { type: 'string' },
    client_id_issued_at: { type: 'integer', description: 'seconds since 1970' },
    ...METADATA,
    grant_types: { type: 'array', items: { type: 'string' } },
    response_types: { type: 'array', items: { type: 'string' } },
    token_endpoint_auth_method: { type: 'string', enum: ['none'] },
  },
} as const

const SCHEMA = {
  summary: 'Register an app',
  description:
    'RFC 7591. Registered apps have no secret, and get access by the consent of a user. An app that no user connects ' +
    'within a day is deleted.',
  tags: ['OAuth'],
  consumes: ['application/json'],
  body: { type: 'object', properties: METADATA },
  response: { 201: REGISTERED, 400: OAUTH_ERROR, 429: OAUTH_ERROR },
}

/** Adds the endpoint at which apps register themselves. */
export function addAppRegistration(app: FastifyInstance, deps: AppRegistrationDeps): void {
  app.post(
    '/oauth/v2/register',
    { schema: SCHEMA, config: { isPublic: true, anonymousCost: 'refused' }, bodyLimit: CREDENTIALS_BODY },
    async (request: FastifyRequest, reply) => {
      const registered = await registerApp(deps, readAppMetadata(fieldsOf(request)), callerOf(request))
      reply.code(201).header('cache-control', 'no-store, private').header('pragma', 'no-cache')
      return sendJson(reply, present(registered))
    },
  )
}

function present({ publicId, createdAt, name, redirectUris }: RegisteredApp) {
  return {
    client_id: publicId,
    client_id_issued_at: unixSeconds(createdAt),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: APP_GRANTS,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
