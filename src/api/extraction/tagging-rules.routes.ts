import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RequestRuleRunDeps, requestRuleRun } from '../../entries/tagging-rules/apply-tagging-rules.ts'
import {
  type NewTaggingRule,
  type TaggingRulesDeps,
  changeTaggingRule,
  deleteTaggingRule,
  addTaggingRules,
} from '../../rules/change-tagging-rules.ts'
import { RULE_LANGUAGES, ruleLanguageNamed, type TaggingRule } from '../../rules/tagging-rule.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { fieldText } from '../wire/body-fields.ts'
import { ERROR, JSON_OR_FORM, LABELS, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { idOf } from '../wire/path-ids.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { ruleFileHeaders, ruleFileText } from '../../rules/rule-file.ts'
import { tryTaggingRule } from '../../entries/tagging-rules/try-tagging-rule.ts'
import { MAX_RULE_QUERY } from '../../rules/parse-rule-query.ts'
import { MAX_RULE } from '../../rules/parse-tagging-rule.ts'
import { AppError } from '../../kernel/errors.ts'
import { wireRule } from '../../rules/rule-wire-form.ts'
import { listTaggingRules } from '../../rules/tagging-rule.repository.ts'

export interface TaggingRuleRoutesDeps extends TaggingRulesDeps, RequestRuleRunDeps {
  readonly clock: Clock
  readonly searchesPerUser: Throttle
}

const language = {
  type: 'string',
  enum: RULE_LANGUAGES,
  default: 'wallabag',
  description: '`wallabag` for an expression in the language of wallabag, `query` for a search query',
} as const
const RULE = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    rule: { type: 'string', description: 'such as `domainName = "example.org" and readingTime > 5`' },
    language,
    tags: { type: 'array', items: { type: 'string' } },
    send_to: {
      type: 'integer',
      description: 'id of the e-mail address to which new matches are sent; absent for none',
    },
  },
} as const
const rule = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_RULE_QUERY,
  description: 'an expression of at most 255 characters, or a query; see the documentation of tagging rules',
} as const
const id = { type: 'integer', description: 'id of the rule' } as const
const send_to = {
  type: ['integer', 'null'],
  minimum: 0,
  description:
    'id of a confirmed e-mail address to which new entries that match are sent, null for none; absent to keep it',
} as const
const common = { tags: ['Tagging rules'], security: [{ bearer: [] }] }
const forms = { consumes: JSON_OR_FORM }
/** Limits rules in wallabag's language to `MAX_RULE` characters. Rules in the query language may be longer. */
const lengths = {
  anyOf: [
    { properties: { language: { const: 'query' } }, required: ['language'] },
    { properties: { rule: { maxLength: MAX_RULE } } },
  ],
} as const
const body = {
  type: 'object',
  required: ['rule', 'tags'],
  properties: { rule, language, tags: LABELS, send_to },
  ...lengths,
}
const one = { ...common, params: { type: 'object', required: ['id'], properties: { id } } }
const responses = { 200: RULE, 400: ERROR, 401: OAUTH_ERROR }
const TRIAL = {
  type: 'object',
  properties: {
    matches: { type: 'integer', description: 'number of examined entries that match the rule' },
    examined: { type: 'integer', description: 'number of examined entries, the newest ones' },
    loose_nots: {
      type: 'array',
      description: 'positions of each `not` without parentheses, which applies only to the next word',
      items: { type: 'integer' },
    },
    entries: { type: 'array', description: 'the ten newest matching entries', items: { type: 'object' } },
  },
} as const

const SCHEMAS = {
  export: {
    ...common,
    summary: 'Export the tagging rules as a file',
    description:
      'A list of rules with their tags, as an attachment that wallabag can import. With `queries=1`, it also ' +
      'contains the rules that are queries, which wallabag cannot read.',
    querystring: {
      type: 'object',
      properties: { queries: { type: 'string', enum: ['0', '1'], description: '1 to include queries' } },
    },
    response: { 200: { type: 'array', items: RULE }, 401: OAUTH_ERROR },
  },
  list: {
    ...common,
    summary: 'List tagging rules',
    response: { 200: { type: 'array', items: RULE }, 401: OAUTH_ERROR },
  },
  add: {
    ...common,
    ...forms,
    body,
    summary: 'Add a tagging rule',
    description:
      'The rule applies to entries that are stored from now on. For an invalid rule, the error message names the problem.',
    response: responses,
  },
  change: { ...one, ...forms, body, summary: 'Change a tagging rule', response: { ...responses, 404: ERROR } },
  delete: { ...one, summary: 'Delete a tagging rule', response: { 200: RULE, 401: OAUTH_ERROR, 404: ERROR } },
  try: {
    ...common,
    ...forms,
    body: { type: 'object', required: ['rule'], properties: { rule, language }, ...lengths },
    summary: 'Try a tagging rule',
    description: 'Finds the entries that match a rule, among the 1000 newest. Changes nothing.',
    response: { 200: TRIAL, 400: ERROR, 401: OAUTH_ERROR, 429: ERROR },
  },
  apply: {
    ...common,
    summary: 'Apply the tagging rules to all entries',
    description: 'Starts a background job and responds immediately. Rules only add tags and never remove any.',
    response: {
      200: { type: 'object', properties: { queued: { type: 'boolean', description: 'always true' } } },
      401: OAUTH_ERROR,
      429: ERROR,
    },
  },
} as const

/** Adds the routes for tagging rules. Of these, wallabag's API has only the export (wallabag contract 2.11, 12.1). */
export function addTaggingRuleRoutes(app: FastifyInstance, deps: TaggingRuleRoutesDeps): void {
  app.get('/taggingrule/export', { schema: SCHEMAS.export }, async (request, reply) => {
    const headers = ruleFileHeaders(viewerOf(request).username)
    const hasQueries = (request.query as Readonly<Record<string, unknown>>)['queries'] === '1'
    return reply.headers(headers).send(Buffer.from(ruleFileText(await rulesOf(deps, request), { hasQueries })))
  })
  app.get('/taggingrules', { schema: SCHEMAS.list }, async (request, reply) =>
    sendJson(reply, (await rulesOf(deps, request)).map(wireRule)),
  )
  app.post('/taggingrules', { schema: SCHEMAS.add }, (request, reply) => add(deps, request, reply))
  app.post('/taggingrules/try', { schema: SCHEMAS.try, config: { scope: 'read' } }, async (request, reply) => {
    const viewer = viewerOf(request)
    await deps.searchesPerUser.take(String(viewer.id))
    const { looseNots: loose_nots, ...trial } = await tryTaggingRule(deps, viewer.id, givenText(request))
    return sendJson(reply, { ...trial, loose_nots })
  })
  app.post('/taggingrules/apply', { schema: SCHEMAS.apply }, async (request, reply) => {
    const viewer = viewerOf(request)
    await deps.searchesPerUser.take(String(viewer.id))
    await requestRuleRun(deps, viewer.id)
    return sendJson(reply, { queued: true })
  })
  app.put('/taggingrules/:id', { schema: SCHEMAS.change }, async (request, reply) => {
    const given = { id: idOf(request, 'tagging rule'), ...givenRule(request) }
    return sendJson(reply, wireRule(await changeTaggingRule(deps, viewerOf(request).id, given)))
  })
  app.delete('/taggingrules/:id', { schema: SCHEMAS.delete }, async (request, reply) => {
    return sendJson(reply, wireRule(await deleteTaggingRule(deps, viewerOf(request).id, idOf(request, 'tagging rule'))))
  })
}

async function rulesOf({ database }: TaggingRuleRoutesDeps, request: FastifyRequest): Promise<TaggingRule[]> {
  return database.read((db) => listTaggingRules(db, viewerOf(request).id))
}

/** Adds a tagging rule. Changes nothing if the user already has the same rule. */
async function add(deps: TaggingRuleRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [added] = await addTaggingRules(deps, viewerOf(request).id, [givenRule(request)])
  return sendJson(reply, wireRule(added!))
}

function givenRule(request: FastifyRequest): NewTaggingRule {
  const fields = fieldsOf(request)
  return { ...givenText(request), tags: parseTagLabels(fields.get('tags')), ...givenAddress(fields.get('send_to')) }
}

/** @returns the address in a request; nothing if the request does not mention it */
function givenAddress(value: unknown): Pick<NewTaggingRule, 'sendTo'> {
  if (value === undefined) return {}
  const id = Number(value)
  if (value === null || value === '' || id === 0) return { sendTo: null }
  if (Number.isSafeInteger(id) && id > 0) return { sendTo: id }
  throw new AppError('invalid_input', 'send_to must be the id of an address', { details: { field: 'send_to' } })
}

/**
 * @returns text and language of the rule in a request
 * @throws AppError `invalid_input` for an unknown language
 */
function givenText(request: FastifyRequest): Pick<NewTaggingRule, 'rule' | 'language'> {
  const fields = fieldsOf(request)
  const language = ruleLanguageNamed(fieldText(fields, 'language') ?? 'wallabag')
  if (language) return { rule: fieldText(fields, 'rule') ?? '', language }
  throw new AppError('invalid_input', `language must be one of ${RULE_LANGUAGES.join(', ')}`)
}
