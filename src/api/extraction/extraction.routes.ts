import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { parseEntryAddress } from '../../entries/saving/entry-address.ts'
import type { TryExtractionDeps, Trial, TriedPage } from '../../entries/reextraction/try-extraction.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { fieldText } from '../wire/body-fields.ts'
import { ADDRESS, ENTRY_PARAM, ERROR, JSON_OR_FORM, OAUTH_ERROR } from '../reference/entry-schemas.ts'
import { EXTRACTION_EXPLANATION, FAILING_HOSTS, EXTRACTION_TRIAL } from './extraction-schemas.ts'
import { entryIdOf } from '../wire/path-ids.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { explainExtraction } from '../../entries/reextraction/explain-extraction.ts'
import { tryExtraction } from '../../entries/reextraction/try-extraction.ts'
import { listFailingHosts } from '../../entries/fetching/failed-fetches-by-host.ts'
import { disconnectSignal } from '../../http/disconnect-signal.ts'

export interface ExtractionRoutesDeps extends TryExtractionDeps {
  readonly database: Database
  readonly trialsPerUser: Throttle
  /** maximum size in bytes of a body that may contain a page */
  readonly articleBytes: number
}

const security = [{ bearer: [] }]
const MAX_HOSTS = 200

/**
 * Adds the route that explains how the text of an entry was extracted, and the routes for administrators that test the
 * extractor and list hosts with failed fetches. None of these routes is part of wallabag's API.
 */
export function addExtractionRoutes(app: FastifyInstance, deps: ExtractionRoutesDeps): void {
  app.get('/entries/:entry/extraction', { schema: EXPLAIN_SCHEMA }, (request, reply) => explain(deps, request, reply))
  const bodyLimit = deps.articleBytes
  app.post('/admin/extract', { schema: TRIAL_SCHEMA, bodyLimit }, (request, reply) => tryPage(deps, request, reply))
  app.get('/admin/failing-hosts', { schema: HOSTS_SCHEMA }, (request, reply) => listHosts(deps, request, reply))
}

const EXPLAIN_SCHEMA = {
  summary: 'Explain the extraction of an entry',
  description:
    "Returns the extractor's version and steps, the stored response of the page's server, and the failure if there is one.",
  tags: ['Entries'],
  security,
  params: ENTRY_PARAM,
  response: { 200: EXTRACTION_EXPLANATION, 401: OAUTH_ERROR, 404: ERROR },
}

async function explain({ database }: ExtractionRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const { source, extractorVersion, steps, capture, failure } = await explainExtraction(
    database,
    viewerOf(request).id,
    entryIdOf(request),
  )
  return sendJson(reply, {
    source,
    extractor_version: extractorVersion,
    steps,
    capture: capture && {
      url: capture.url,
      status: capture.status,
      content_type: capture.contentType,
      size: capture.size,
      fetched_at: capture.fetchedAt,
    },
    failure: failure && {
      code: failure.code,
      message: failure.message,
      next: failure.next,
      failed_at: failure.failedAt,
    },
  })
}

const TRIAL_SCHEMA = {
  summary: 'Try the extractor',
  description:
    'Extracts the article from an address, or from HTML in the request. Stores nothing. Only for administrators.',
  tags: ['Administration'],
  security,
  consumes: JSON_OR_FORM,
  body: {
    type: 'object',
    required: ['url'],
    properties: {
      url: ADDRESS,
      html: { type: 'string', description: 'HTML of the page; if present, the page is not fetched' },
    },
  },
  response: { 200: EXTRACTION_TRIAL, 400: ERROR, 401: OAUTH_ERROR, 403: ERROR, 413: ERROR, 429: ERROR },
}

async function tryPage(deps: ExtractionRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const id = administratorOf(request)
  const fields = fieldsOf(request)
  const html = fieldText(fields, 'html')
  const url = parseEntryAddress(fields.get('url')).url
  const given =
    html === undefined ? {} : { given: { body: Buffer.from(html), contentType: 'text/html; charset=utf-8' } }
  const page: TriedPage = { url, ...given }
  await deps.trialsPerUser.take(String(id))
  return sendJson(reply, presentTrial(await tryExtraction({ ...deps, owner: id }, page, disconnectSignal(reply.raw))))
}

function presentTrial({ url, status, article, failure, steps, ms }: Trial): object {
  return {
    url,
    status: status ?? null,
    article: article
      ? {
          title: article.title ?? null,
          content: article.content,
          language: article.language ?? null,
          mimetype: article.mimetype,
          preview_picture: article.previewPicture ?? null,
          reading_time: article.readingTime,
          authors: article.authors,
          published_at: article.publishedAt ?? null,
          summary: article.summary ?? null,
        }
      : null,
    failure: failure ?? null,
    steps,
    ms,
  }
}

const HOSTS_SCHEMA = {
  summary: 'List hosts with failed fetches',
  description:
    'The hosts of all accounts, those with the most failed entries first; at most 200. Only for administrators.',
  tags: ['Administration'],
  security,
  response: { 200: FAILING_HOSTS, 401: OAUTH_ERROR, 403: ERROR },
}

async function listHosts({ database }: ExtractionRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  administratorOf(request)
  const hosts = await listFailingHosts(database, MAX_HOSTS)
  return sendJson(
    reply,
    hosts.map(({ host, entries, reason, message, failedAt }) => {
      return { host, count: entries, reason, message, last_failed_at: failedAt }
    }),
  )
}

/** @returns the viewer's id @throws AppError `forbidden` if the viewer is not an administrator */
function administratorOf(request: FastifyRequest): UserId {
  const { id, isAdmin } = viewerOf(request)
  if (!isAdmin) throw new AppError('forbidden', 'only administrators may do this')
  return id
}
