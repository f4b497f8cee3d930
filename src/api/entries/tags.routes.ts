import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireLoadedEntry } from '../../entries/listing/load-entry.ts'
import type { EntryTagsDeps } from '../../entries/changing/entry-tags.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import type { TagId, UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import { labelText, parseTagLabels, type Tag } from '../../tags/tag.ts'
import { fieldText } from '../wire/body-fields.ts'
import { ENTRY, ENTRY_PARAM, ERROR, JSON_OR_FORM, LABELS, OAUTH_ERROR, TAG } from '../reference/entry-schemas.ts'
import { presentEntry } from './entry.presenter.ts'
import { entryIdOf, tagIdOf } from '../wire/path-ids.ts'
import { queryText, type Query } from '../wire/query-values.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJsonBytes } from '../../http/send-json-bytes.ts'
import { sendJson } from '../wire/send-json.ts'
import { addTags, removeTag, dropTags } from '../../entries/changing/entry-tags.ts'

export interface TagsRoutesDeps extends EntryTagsDeps {
  readonly loadEntries: LoadEntries
  readonly listTags: (owner: UserId) => Promise<CountedTag[]>
}

const security = [{ bearer: [] }]
const tags = ['Tags']
const failures = { 400: ERROR, 401: OAUTH_ERROR, 404: ERROR } as const
const id = { type: 'integer', minimum: 1, description: 'id of the tag' } as const

/** Adds the routes for the tags of an entry and of the user (wallabag contract sections 2.6 and 2.7). */
export function addTagsRoutes(app: FastifyInstance, deps: TagsRoutesDeps): void {
  addEntryTagRoutes(app, deps)
  const response = { 200: { type: 'array', items: COUNTED_TAG }, 401: OAUTH_ERROR }
  const list = {
    summary: 'List tags',
    description: 'Sorted by label, each with its number of entries.',
    tags,
    security,
  }
  app.get('/tags', { schema: { ...list, response } }, async (request, reply) => {
    const counted = await deps.listTags(viewerOf(request).id)
    return sendJson(
      reply,
      counted.map(({ entries, ...tag }) => ({ ...tag, nbEntries: entries })),
    )
  })
  addDropRoutes(app, deps)
}

const COUNTED_TAG = {
  ...TAG,
  properties: { ...TAG.properties, nbEntries: { type: 'integer', description: 'number of entries with the tag' } },
} as const

function addEntryTagRoutes(app: FastifyInstance, deps: TagsRoutesDeps): void {
  const params = ENTRY_PARAM
  const common = { tags, security, params }
  const read = {
    ...common,
    summary: 'List the tags of an entry',
    response: { 200: { type: 'array', items: TAG }, ...failures },
  }
  app.get('/entries/:entry/tags', { schema: read }, async (request, reply) =>
    sendJson(reply, (await ownEntry(deps, request)).tags),
  )
  const body = { type: 'object', properties: { tags: LABELS } }
  const add = {
    ...common,
    summary: 'Add tags to an entry',
    consumes: JSON_OR_FORM,
    body,
    response: { 200: ENTRY, ...failures },
  }
  app.post('/entries/:entry/tags', { schema: add }, async (request, reply) => {
    const labels = parseTagLabels(fieldsOf(request).get('tags'))
    await addTags(deps, viewerOf(request).id, entryIdOf(request), labels)
    return sendOwnEntry(deps, request, reply)
  })
  const both = { type: 'object', required: ['entry', 'tag'], properties: { ...params.properties, tag: id } } as const
  const take = { ...common, params: both, summary: 'Remove a tag from an entry', response: { 200: ENTRY, ...failures } }
  app.delete('/entries/:entry/tags/:tag', { schema: take }, async (request, reply) => {
    await removeTag(deps, viewerOf(request).id, entryIdOf(request), tagIdOf(request))
    return sendOwnEntry(deps, request, reply)
  })
}

/** Schema of a tag in the response to its deletion. It has no id (wallabag contract 2.7). */
const DROPPED_TAG = {
  type: 'object',
  required: ['label', 'slug'],
  properties: { label: TAG.properties.label, slug: TAG.properties.slug },
} as const

function addDropRoutes(app: FastifyInstance, deps: TagsRoutesDeps): void {
  const one = { tags, security, response: { 200: DROPPED_TAG, ...failures } }
  const params = { type: 'object', required: ['tag'], properties: { tag: id } } as const
  const byId = { ...one, summary: 'Remove a tag from all entries', params }
  app.delete('/tags/:tag', { schema: byId }, async (request, reply) => {
    const [tag] = await drop(deps, request, { ids: [tagIdOf(request)] })
    return sendDropped(reply, tag)
  })
  const label = { type: 'string', description: 'label of the tag, in the query or the body' } as const
  const byLabel = {
    ...one,
    summary: 'Remove a tag from all entries by its label',
    querystring: { type: 'object', properties: { tag: label } },
  }
  app.delete('/tag/label', { schema: byLabel }, async (request, reply) => {
    const [tag] = await drop(deps, request, { labels: [parameterNamed(request, 'tag')].filter((text) => text !== '') })
    return sendDropped(reply, tag)
  })
  const labels = { type: 'string', description: 'labels separated by commas, in the query or the body' } as const
  const several = {
    ...one,
    summary: 'Remove several tags from all entries by label',
    querystring: { type: 'object', properties: { tags: labels } },
    response: { 200: { type: 'array', items: DROPPED_TAG }, ...failures },
  }
  app.delete('/tags/label', { schema: several }, async (request, reply) => {
    const dropped = await drop(deps, request, { labels: namedLabels(request).filter((text) => text !== '') })
    if (dropped.length === 0) throw notFound('tag')
    return sendJson(reply, dropped.map(withoutId))
  })
}

async function drop(
  deps: TagsRoutesDeps,
  request: FastifyRequest,
  which: { readonly ids?: readonly TagId[]; readonly labels?: readonly string[] },
): Promise<Tag[]> {
  return dropTags(deps, viewerOf(request).id, which)
}

/** @returns a parameter from the body, otherwise from the query; empty if it is in neither */
function parameterNamed(request: FastifyRequest, name: string): string {
  return fieldText(fieldsOf(request), name) ?? queryText(request.query as Query, name) ?? ''
}

/** @returns the labels in `tags`: a list in the body, or text separated by commas. They are not normalised yet. */
function namedLabels(request: FastifyRequest): string[] {
  const list = fieldsOf(request).get('tags')
  const texts = Array.isArray(list) ? list.flatMap((one) => labelText(one) ?? []) : [parameterNamed(request, 'tags')]
  return texts.flatMap((text) => text.split(','))
}

/**
 * Sends a deleted tag. The response has no id (wallabag contract 2.7).
 * @throws AppError `not_found` if no tag was deleted
 */
function sendDropped(reply: FastifyReply, tag: Tag | undefined): FastifyReply {
  if (!tag) throw notFound('tag')
  return sendJson(reply, withoutId(tag))
}

function withoutId({ label, slug }: Tag) {
  return { label, slug }
}

async function ownEntry({ loadEntries }: TagsRoutesDeps, request: FastifyRequest): Promise<LoadedEntry> {
  const entryId = entryIdOf(request)
  const found = await requireLoadedEntry(loadEntries, viewerOf(request).id, entryId, { hasContent: true })
  return found
}

async function sendOwnEntry(deps: TagsRoutesDeps, request: FastifyRequest, reply: FastifyReply) {
  const loaded = await ownEntry(deps, request)
  return sendJsonBytes(reply, Buffer.concat(presentEntry(loaded, viewerOf(request), { detail: 'full' })))
}
