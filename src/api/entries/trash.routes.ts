import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteFromTrash, emptyOwnTrash } from '../../entries/trash/delete-from-trash.ts'
import type { ListTrash, TrashItem } from '../../entries/trash/list-trash.ts'
import type { RestoreEntriesDeps } from '../../entries/trash/restore-entries.ts'
import { restoreFromTrash } from '../../entries/trash/restore-from-trash.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { fieldIds } from '../wire/body-fields.ts'
import { entryIdOf } from '../wire/path-ids.ts'
import { queryText, type Query } from '../wire/query-values.ts'
import { fieldsOf, viewerOf } from '../wire/request-context.ts'
import { sendJson } from '../wire/send-json.ts'
import { MAX_ENTRIES, MAX_PER_PAGE, TRASH_SCHEMAS } from './trash-schemas.ts'

export interface TrashRoutesDeps extends RestoreEntriesDeps {
  readonly listTrash: ListTrash
  readonly searchesPerUser: Pick<Throttle, 'take'>
  /** number of days for which deleted entries can be restored */
  readonly trashDays: number
}

const DEFAULT_PER_PAGE = 30
const MAX_PAGE = 1_000_000

/** Adds the routes for deleted entries. They are not part of wallabag's API. */
export function addTrashRoutes(app: FastifyInstance, deps: TrashRoutesDeps): void {
  const schemas = TRASH_SCHEMAS
  app.get('/trash', { schema: schemas.list }, async (request, reply) => sendJson(reply, await list(deps, request)))
  app.post('/trash/restore', { schema: schemas.restore }, async (request, reply) => {
    const { id: owner } = viewerOf(request)
    const entries = await restoreFromTrash(deps, owner, { ids: entriesOf(request), requestId: request.id })
    return sendJson(reply, { entries })
  })
  app.delete('/trash/:entry', { schema: schemas.removeOne }, async (request, reply) => {
    const deleted = await deleteFromTrash(deps, viewerOf(request).id, [entryIdOf(request)])
    if (deleted === 0) throw notFound('entry')
    return sendJson(reply, { deleted })
  })
  app.delete('/trash/entries', { schema: schemas.removeSome }, async (request, reply) =>
    sendJson(reply, { deleted: await deleteFromTrash(deps, viewerOf(request).id, entriesOf(request)) }),
  )
  app.delete('/trash', { schema: schemas.empty }, async (request, reply) =>
    sendJson(reply, { deleted: await emptyOwnTrash(deps, viewerOf(request).id) }),
  )
}

function entriesOf(request: FastifyRequest): EntryId[] {
  return fieldIds(fieldsOf(request), 'entries', { min: 1, max: MAX_ENTRIES }) as EntryId[]
}

async function list({ listTrash, searchesPerUser, trashDays }: TrashRoutesDeps, request: FastifyRequest) {
  const viewer = viewerOf(request)
  const parameters = request.query as Query
  const query = (queryText(parameters, 'q') ?? '').trim()
  const page = numberIn(parameters, 'page', { fallback: 1, max: MAX_PAGE })
  const perPage = numberIn(parameters, 'perPage', { fallback: DEFAULT_PER_PAGE, max: MAX_PER_PAGE })
  if (query !== '') await searchesPerUser.take(String(viewer.id))
  const { items, total } = await listTrash(viewer, { query, page, perPage })
  return { page, pages: Math.max(1, Math.ceil(total / perPage)), total, days: trashDays, items: items.map(presentItem) }
}

function numberIn(
  parameters: Query,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  const text = queryText(parameters, name)
  if (text === undefined) return fallback
  const value = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Infinity
  if (value > max) throw new AppError('invalid_input', `${name} is a number from 1 to ${max}`)
  return value
}

function presentItem({ id, entry, tags, annotations, deletedAt }: TrashItem) {
  return {
    id,
    url: entry.url,
    title: entry.title,
    domain_name: entry.domainName,
    tags,
    annotations,
    is_archived: entry.isArchived,
    is_starred: entry.isStarred,
    created_at: entry.createdAt,
    deleted_at: deletedAt,
  }
}
