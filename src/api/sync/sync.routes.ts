import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { requireLoadedEntry } from '../../entries/listing/load-entry.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { matchesEtag } from '../../http/matches-etag.ts'
import { AppError } from '../../kernel/errors.ts'
import { contentTag } from '../../sync/content-etag.ts'
import { applyOperations, type ApplyOperationsDeps } from '../../sync/operations/apply-operations.ts'
import { parseOperations } from '../../sync/operations/parse-operations.ts'
import type { ReadChanges } from '../../sync/read-changes.ts'
import { SYNC_TYPES, type SyncType } from '../../sync/sync-object.ts'
import { findRevision } from '../../users/revision.ts'
import { fieldIds } from '../wire/body-fields.ts'
import { entryIdOf } from '../wire/path-ids.ts'
import { queryInteger, queryText, type Query } from '../wire/query-values.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import type { SendCached } from '../../http/response-cache.ts'
import { sendJsonBytes } from '../../http/send-json-bytes.ts'
import { sendJson } from '../wire/send-json.ts'
import { presentChanges, type PresentChangesDeps } from './changes.presenter.ts'
import { SYNC_SCHEMAS, EVENTS_SCHEMA } from './sync-schemas.ts'
import type { ActiveEventStreams } from '../../http/active-event-streams.ts'
import { startEventStream } from '../../http/event-stream.ts'
import type { RevisionWatcher } from '../../sync/revision-watcher.ts'
import { sendRevisions } from '../../sync/send-revisions.ts'

export interface SyncRoutesDeps extends PresentChangesDeps, ApplyOperationsDeps, EventsRouteDeps {
  readonly readChanges: ReadChanges
  readonly loadEntries: LoadEntries
  readonly sendCached: SendCached
}

const DEFAULT_LIMIT = 500
const MAX_LIMIT = 1000
/** Maximum number of entries in one request for contents. Requests with more are rejected. */
const MAX_CONTENTS = 100
/** Number of contents that are in memory at the same time. */
const BATCH_SIZE = 10

/**
 * Adds the routes for synchronization (docs/sync.md): the list of changes, operations of clients, and the contents of
 * entries, which the list of changes omits. These routes are not part of wallabag's API.
 */
export function addSyncRoutes(app: FastifyInstance, deps: SyncRoutesDeps): void {
  app.get('/sync', { schema: SYNC_SCHEMAS.changes }, (request, reply) => {
    const viewer = viewerOf(request)
    const query = request.query as Query
    const asked = { since: queryText(query, 'since') || undefined, types: typesOf(query), limit: limitOf(query) }
    // While the user's revision stays the same, `sendCached` sends the cached response and does not read the changes.
    return deps.sendCached(request, reply, viewer, async () =>
      presentChanges(deps, viewer, await deps.readChanges(viewer, asked)),
    )
  })
  addSyncEventsRoute(app, deps)
  app.post('/sync', { schema: SYNC_SCHEMAS.operations }, (request, reply) => applyRoute(deps, request, reply))
  app.get('/entries/:entry/content', { schema: SYNC_SCHEMAS.content }, (request, reply) =>
    sendContent(deps, request, reply),
  )
  app.post('/sync/content', { schema: SYNC_SCHEMAS.contents, config: { scope: 'read' } }, async (request, reply) => {
    const ids = fieldIds(fieldsOf(request), 'ids', { min: 0, max: MAX_CONTENTS }) as EntryId[]
    return reply.header('content-type', 'application/x-ndjson').send(Readable.from(contentLines(deps, request, ids)))
  })
}

async function applyRoute(deps: SyncRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id: owner } = viewerOf(request)
  const operations = parseOperations(fieldsOf(request).get('ops'), deps.clock.now())
  const results = await applyOperations(deps, owner, { operations, requestId: request.id })
  const revision = await deps.database.read((db) => findRevision(db, owner))
  return sendJson(reply, { results, revision: String(revision) })
}

/**
 * @returns the object types in the query; all types by default
 * @throws AppError `invalid_input` for an unknown type
 */
function typesOf(query: Query): readonly SyncType[] {
  const text = queryText(query, 'types')
  if (!text) return SYNC_TYPES
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(SYNC_TYPES as readonly string[]).includes(name))
  if (unknown !== undefined) throw new AppError('invalid_input', `"types" may contain ${SYNC_TYPES.join(', ')}`)
  return SYNC_TYPES.filter((type) => names.includes(type))
}

/**
 * @returns the value of `limit`, the number of changes on a page
 * @throws AppError `invalid_input` if it is not between 1 and 1000
 */
function limitOf(query: Query): number {
  const limit = queryInteger(query, 'limit', DEFAULT_LIMIT)
  if (limit < 1 || limit > MAX_LIMIT) throw new AppError('invalid_input', `"limit" must be from 1 to ${MAX_LIMIT}`)
  return limit
}

async function sendContent(deps: SyncRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [{ id: owner }, id] = [viewerOf(request), entryIdOf(request)]
  const loaded = await requireLoadedEntry(deps.loadEntries, owner, id, { hasContent: true })
  const tag = contentTag(loaded.content)
  reply.header('etag', `"${tag}"`)
  if (matchesEtag(request.headers['if-none-match'], `"${tag}"`)) return reply.code(304).send()
  return sendJsonBytes(reply, contentLine(id, tag, loaded.content))
}

/** Yields one line of JSON for each entry. Skips ids that the user does not have. */
async function* contentLines(
  deps: SyncRoutesDeps,
  request: FastifyRequest,
  ids: readonly EntryId[],
): AsyncGenerator<Uint8Array> {
  const { id: owner } = viewerOf(request)
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    const loaded = await deps.loadEntries(owner, batch, { hasContent: true })
    for (const id of batch) {
      const entry = loaded.get(id)
      if (entry) yield Buffer.concat([contentLine(id, contentTag(entry.content), entry.content), Buffer.from('\n')])
    }
  }
}

const NULL = Buffer.from('null')

/** @returns a JSON object with the id, entity tag and content of an entry */
function contentLine(id: EntryId, tag: string, content: Uint8Array | undefined): Buffer {
  return Buffer.concat([Buffer.from(`{"id":${id},"etag":"${tag}","content":`), content ?? NULL, Buffer.from('}')])
}

interface EventsRouteDeps {
  readonly revisions: RevisionWatcher
  /** the open event streams of all users, from the API and the web app */
  readonly streams: ActiveEventStreams
}

/** Adds `GET /sync/events`, an event stream. It sends the new revision after every change to the user's data. */
function addSyncEventsRoute(app: FastifyInstance, { revisions, streams }: EventsRouteDeps): void {
  app.get('/sync/events', { schema: EVENTS_SCHEMA, exposeHeadRoute: false }, (request, reply) => {
    const viewer = viewerOf(request)
    streams.open(
      viewer.id,
      () => startEventStream(reply),
      (send) => sendRevisions(revisions, viewer, send),
    )
  })
}
