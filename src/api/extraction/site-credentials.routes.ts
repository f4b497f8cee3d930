import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ChangeSiteCredentialsDeps } from '../../site-credentials/change-site-credentials.ts'
import type { SiteCredential } from '../../site-credentials/site-credential.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { fieldText } from '../wire/body-fields.ts'
import { ERROR, JSON_OR_FORM, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { listSiteCredentials, findSiteCredential } from '../../site-credentials/list-site-credentials.ts'
import {
  setSiteCredential,
  deleteSiteCredential,
  MAX_PASSWORD,
  MAX_USERNAME,
} from '../../site-credentials/change-site-credentials.ts'

export type SiteCredentialsRoutesDeps = ChangeSiteCredentialsDeps & SecurityEventsUser

const CREDENTIAL = {
  type: 'object',
  properties: {
    host: { type: 'string', description: '`example.com`, or `.example.com` to include all its subdomains' },
    username: {
      type: ['string', 'null'],
      description: 'username at the site; null if it was encrypted with an earlier key of the server',
    },
    created_at: { type: 'string', description: 'ISO 8601' },
    updated_at: { type: 'string', description: 'ISO 8601' },
  },
} as const
const BODY = {
  type: 'object',
  required: ['username'],
  properties: {
    username: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_USERNAME,
      pattern: '^[^:\\p{Cc}]+$',
      description: 'must not contain colons or control characters',
    },
    password: {
      type: 'string',
      maxLength: MAX_PASSWORD,
      pattern: '^\\P{Cc}*$',
      description: 'must not contain control characters; if absent or empty, the stored password is kept',
    },
  },
} as const
const PARAM = {
  type: 'object',
  required: ['host'],
  properties: {
    host: { type: 'string', description: 'host name; with a leading dot, the host and all its subdomains' },
  },
} as const
const common = { tags: ['Site credentials'], security: [{ bearer: [] }] }
const one = { ...common, params: PARAM, response: { 200: CREDENTIAL, 400: ERROR, 401: OAUTH_ERROR, 404: ERROR } }
const SCHEMAS = {
  list: {
    ...common,
    summary: 'List site credentials',
    description: 'Your logins for sites, by host. Responses never contain passwords.',
    response: { 200: { type: 'array', items: CREDENTIAL }, 401: OAUTH_ERROR },
  },
  get: { ...one, summary: 'Read the credentials of a site', description: 'The response never contains the password.' },
  put: {
    ...one,
    summary: 'Store the credentials of a site',
    description:
      'Replaces existing credentials. The next fetch uses the new ones. They are sent only to the given host, or its subdomains.',
    consumes: JSON_OR_FORM,
    body: BODY,
  },
  delete: {
    ...one,
    summary: 'Delete the credentials of a site',
    description: 'Returns the deleted credentials without the password.',
  },
} as const

/** Adds the routes for the logins that the viewer has stored for sites. They are not part of wallabag's API. */
export function addSiteCredentialsRoutes(app: FastifyInstance, deps: SiteCredentialsRoutesDeps): void {
  app.get('/site-credentials', { schema: SCHEMAS.list }, async (request, reply) => {
    return sendJson(reply, (await listSiteCredentials(deps, viewerOf(request).id)).map(wireCredential))
  })
  app.get('/site-credentials/:host', { schema: SCHEMAS.get }, async (request, reply) =>
    sendJson(reply, wireCredential(await ownCredential(deps, request))),
  )
  app.put('/site-credentials/:host', { schema: SCHEMAS.put }, async (request, reply) => {
    const [{ id: userId }, caller] = [viewerOf(request), callerOf(request)]
    const fields = fieldsOf(request)
    const given = {
      host: hostOf(request),
      username: fieldText(fields, 'username') ?? '',
      password: fieldText(fields, 'password') ?? '',
    }
    const stored = await setSiteCredential(deps, userId, given)
    await deps.securityEvents.record(caller, { kind: 'site-login-stored', userId })
    return sendJson(reply, wireCredential(stored))
  })
  app.delete('/site-credentials/:host', { schema: SCHEMAS.delete }, async (request, reply) => {
    const [{ id: userId }, caller] = [viewerOf(request), callerOf(request)]
    const credential = await ownCredential(deps, request)
    await deleteSiteCredential(deps, userId, credential.host)
    await deps.securityEvents.record(caller, { kind: 'site-login-removed', userId })
    return sendJson(reply, wireCredential(credential))
  })
}

async function ownCredential(deps: SiteCredentialsRoutesDeps, request: FastifyRequest): Promise<SiteCredential> {
  return findSiteCredential(deps, viewerOf(request).id, hostOf(request))
}

function hostOf(request: FastifyRequest): string {
  return (request.params as { readonly host: string }).host
}

function wireCredential({ host, username, createdAt, updatedAt }: SiteCredential) {
  return { host, username: username ?? null, created_at: createdAt, updated_at: updatedAt }
}
