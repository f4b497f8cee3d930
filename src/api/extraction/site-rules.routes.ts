import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ChangeSiteRulesDeps, setSiteRule, deleteSiteRule } from '../../entries/site-rules/change-site-rules.ts'
import {
  type SiteRule,
  listSiteRules,
  findSiteRules,
  parseRuleHost,
} from '../../entries/site-rules/site-rule.repository.ts'
import { notFound } from '../../kernel/errors.ts'
import { fieldText } from '../wire/body-fields.ts'
import { ERROR, JSON_OR_FORM, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'

export type SiteRulesRoutesDeps = ChangeSiteRulesDeps

const RULE = {
  type: 'object',
  properties: {
    host: { type: 'string', description: '`example.com`, or `.example.com` for all its subdomains' },
    rules: { type: 'string', description: 'one `name: value` per line' },
    updated_at: { type: 'string', description: 'ISO 8601' },
  },
} as const
const PARAM = {
  type: 'object',
  required: ['host'],
  properties: { host: { type: 'string', description: 'host name; with a leading dot, all its subdomains' } },
} as const
const common = { tags: ['Site rules'], security: [{ bearer: [] }] }
const one = { ...common, params: PARAM, response: { 200: RULE, 400: ERROR, 401: OAUTH_ERROR, 404: ERROR } }
const SCHEMAS = {
  list: {
    ...common,
    summary: 'List site rules',
    description: 'The rules for extracting the pages of sites, by host.',
    response: { 200: { type: 'array', items: RULE }, 401: OAUTH_ERROR },
  },
  get: { ...one, summary: 'Read the rules of a site', description: 'Returns the rules as they were stored.' },
  put: {
    ...one,
    summary: 'Store the rules of a site',
    description:
      'Replaces existing rules. The next fetch uses the new ones. For invalid rules, the error message names the line and the problem.',
    consumes: JSON_OR_FORM,
    body: {
      type: 'object',
      required: ['rules'],
      properties: { rules: { type: 'string', description: 'one `name: value` per line' } },
    },
  },
  delete: { ...one, summary: 'Delete the rules of a site', description: 'Returns the deleted rules.' },
} as const

/** Adds the routes for the viewer's own extraction rules. They are not part of wallabag's API. */
export function addSiteRulesRoutes(app: FastifyInstance, deps: SiteRulesRoutesDeps): void {
  app.get('/site-rules', { schema: SCHEMAS.list }, async (request, reply) =>
    sendJson(reply, (await load(deps, request)).map(wireRule)),
  )
  app.get('/site-rules/:host', { schema: SCHEMAS.get }, async (request, reply) =>
    sendJson(reply, wireRule(await ownRule(deps, request))),
  )
  app.put('/site-rules/:host', { schema: SCHEMAS.put }, async (request, reply) => {
    const rules = fieldText(fieldsOf(request), 'rules') ?? ''
    return sendJson(reply, wireRule(await setSiteRule(deps, viewerOf(request).id, hostOf(request), rules)))
  })
  app.delete('/site-rules/:host', { schema: SCHEMAS.delete }, async (request, reply) => {
    const rule = await ownRule(deps, request)
    await deleteSiteRule(deps, viewerOf(request).id, rule.host)
    return sendJson(reply, wireRule(rule))
  })
}

async function load({ database }: SiteRulesRoutesDeps, request: FastifyRequest): Promise<SiteRule[]> {
  return database.read((db) => listSiteRules(db, viewerOf(request).id))
}

async function ownRule({ database }: SiteRulesRoutesDeps, request: FastifyRequest): Promise<SiteRule> {
  const host = parseRuleHost(hostOf(request))
  const [rule] = await database.read((db) => findSiteRules(db, viewerOf(request).id, [host]))
  if (!rule) throw notFound('site rules')
  return rule
}

function hostOf(request: FastifyRequest): string {
  return (request.params as { readonly host: string }).host
}

function wireRule({ host, rules, updatedAt }: SiteRule) {
  return { host, rules, updated_at: updatedAt }
}
