import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'
import type { JsonBody } from '../http/json-body.ts'
import type { SendCached } from '../http/response-cache.ts'
import { sendJsonBytes } from '../http/send-json-bytes.ts'
import { parseJson } from '../kernel/json.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { parseId } from '../kernel/parse-id.ts'
import type { DeferredInterface, InterfaceRoute, KeyRequest } from '../keys/deferred-interface.ts'
import { InvalidKey, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { withHtml } from '../subscriptions/item-fields.ts'
import { archiveItems } from '../subscriptions/list-items.ts'
import type { Selection } from '../subscriptions/selection.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { countAnonymousRequest } from '../throttling/anonymous-requests.ts'
import { authenticate } from './authenticate.ts'
import {
  entriesPage,
  entryIds,
  entryJson,
  requireEntry,
  toggleStar,
  updateEntries,
  type EntriesDeps,
} from './entries.ts'
import { categorySelection, isTrue } from './entry-request.ts'
import {
  feedCounters,
  presentCategories,
  presentFeed,
  presentFeeds,
  presentIcon,
  requireCategory,
  requireFeed,
} from './feeds.ts'

export type MinifluxDeps = KeyUserDeps & EntriesDeps & { readonly sendCached: SendCached }

const JSON_TYPE = 'application/json; charset=utf-8'

interface MinifluxRequest extends KeyRequest {
  /** the id of a feed, a category or a user in the address */
  readonly id: number | undefined
  /** the id of an entry in the address */
  readonly entryId: EntryId | undefined
}

type Handler = (deps: MinifluxDeps, request: MinifluxRequest) => unknown

/** The version of Miniflux whose API this is. */
const VERSION = '2.3.5'

/** @returns the API of Miniflux over the library */
export function minifluxInterface(deps: MinifluxDeps): DeferredInterface {
  const routesOf = (handlers: Readonly<Record<string, Handler>>, method: 'GET' | 'PUT', scope: AppScope) =>
    Object.entries(handlers).map(([path, handler]): InterfaceRoute => ({
      methods: [method],
      path: `/v1${path}`,
      scope,
      answer: (one) =>
        handler(deps, { ...one, id: parseId(one.parts['id']), entryId: parseId<EntryId>(one.parts['entryId']) }),
    }))
  return {
    authenticate: (request) => authenticate(deps, request),
    sendError: sendMinifluxError,
    routes: [
      {
        methods: ['GET'],
        path: '/healthcheck',
        scope: null,
        answer: async ({ request, reply }) => {
          await countAnonymousRequest(deps, request)
          return reply.type('text/plain; charset=utf-8').send('OK')
        },
      },
      ...routesOf(READING, 'GET', 'read'),
      ...routesOf(CHANGES, 'PUT', 'write'),
    ],
  }
}

const READING: Readonly<Record<string, Handler>> = {
  '/me': (_deps, { user }) => presentUser(user),
  '/version': () => ({ version: VERSION, commit: '', build_date: '', go_version: '', compiler: '', arch: '', os: '' }),
  '/integrations/status': () => ({ has_integrations: false }),
  '/categories': (deps, { user, query }) => presentCategories(deps, user, isTrue(query.get('counts'))),
  '/categories/:id/feeds': (deps, { user, id }) => presentFeeds(deps, user, requireCategory(id)),
  '/categories/:id/entries': (deps, one) => entries(deps, one, categorySelection(requireCategory(one.id).id)),
  '/categories/:id/entries/:entryId': (deps, one) => entry(deps, one, categorySelection(requireCategory(one.id).id)),
  '/feeds': (deps, { user }) => presentFeeds(deps, user),
  '/feeds/counters': (deps, { user }) => feedCounters(deps, user),
  '/feeds/:id': async (deps, { user, id }) => presentFeed(deps, user, await requireFeed(deps, user, id)),
  '/feeds/:id/icon': icon,
  '/icons/:id': icon,
  '/feeds/:id/entries': async (deps, one) =>
    entries(deps, one, { subscriptions: [(await requireFeed(deps, one.user, one.id)).id] }),
  '/feeds/:id/entries/:entryId': async (deps, one) =>
    entry(deps, one, { subscriptions: [(await requireFeed(deps, one.user, one.id)).id] }),
  '/entries': (deps, one) => entries(deps, one),
  '/entries/ids': (deps, { user, query }) => entryIds(deps, user, query),
  '/entries/:entryId': (deps, one) => entry(deps, one),
  '/entries/:entryId/fetch-content': async (deps, { user, entryId, reply }) => {
    const item = await requireEntry(deps, user, { id: entryId })
    return json(reply, withHtml({ reading_time: item.entry.readingTime }, 'content', item))
  },
}

const CHANGES: Readonly<Record<string, Handler>> = {
  '/entries': async (deps, { user, request, reply }) => {
    await updateEntries(deps, user, jsonBody(request.body), request.id)
    return reply.code(204).send()
  },
  '/entries/:entryId/bookmark': star,
  '/entries/:entryId/star': star,
  '/feeds/:id/mark-all-as-read': async (deps, one) =>
    archive(deps, one, { subscriptions: [(await requireFeed(deps, one.user, one.id)).id] }),
  '/categories/:id/mark-all-as-read': (deps, one) => archive(deps, one, categorySelection(requireCategory(one.id).id)),
  '/users/:id/mark-all-as-read': (deps, one) => {
    if (one.id !== one.user.id) throw new AppError('forbidden', 'access forbidden')
    return archive(deps, one, {})
  },
  // Apps refresh before they read. There is nothing to fetch here.
  '/feeds/refresh': (_deps, { reply }) => reply.code(204).send(),
  '/feeds/:id/refresh': (_deps, { reply }) => reply.code(204).send(),
  '/categories/:id/refresh': (_deps, { reply }) => reply.code(204).send(),
}

async function entries(deps: MinifluxDeps, one: MinifluxRequest, within?: Selection) {
  const { user, query: parameters, request, reply } = one
  const { followsRevision, make } = entriesPage(deps, user, { parameters, ...(within && { within }) })
  return followsRevision ? deps.sendCached(request, reply.type(JSON_TYPE), user, make) : json(reply, await make())
}

async function entry(deps: MinifluxDeps, { user, entryId, reply }: MinifluxRequest, within?: Selection) {
  const item = await requireEntry(deps, user, { id: entryId, ...(within && { within }) })
  return json(reply, entryJson(deps, user, item, await deps.findSites(user, [item])))
}

async function icon(deps: MinifluxDeps, { user, id }: MinifluxRequest) {
  return presentIcon(deps, user, await requireFeed(deps, user, id))
}

async function star(deps: MinifluxDeps, { user, entryId, request, reply }: MinifluxRequest) {
  await toggleStar(deps, user, { id: entryId, requestId: request.id })
  return reply.code(204).send()
}

async function archive(deps: MinifluxDeps, { user, request, reply }: MinifluxRequest, selection: Selection) {
  await archiveItems(deps, user, selection, request.id)
  return reply.code(204).send()
}

function jsonBody(body: unknown): unknown {
  const value = parseJson(String(body ?? ''))
  if (value === undefined) throw new AppError('invalid_input', 'the body is not JSON')
  return value
}

/** @returns the user, with Miniflux's default settings. In this interface, no user is an administrator. */
function presentUser({ id, username }: KeyUser) {
  return {
    id,
    username,
    is_admin: false,
    theme: 'system_serif',
    language: 'en_US',
    timezone: 'UTC',
    entry_sorting_direction: 'asc',
    entry_sorting_order: 'published_at',
    entries_per_page: 100,
    keyboard_shortcuts: true,
    show_reading_time: true,
    entry_swipe: true,
    stylesheet: '',
    google_id: '',
    openid_connect_id: '',
    last_login_at: null,
  }
}

function json(reply: FastifyReply, body: JsonBody): FastifyReply {
  return sendJsonBytes(reply.type(JSON_TYPE), body)
}

/** Sends an error in the format of Miniflux's API: `{"error_message":"…"}`. */
function sendMinifluxError(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof InvalidKey)) return sendError(error, reply, (message) => ({ error_message: message }))
  return reply.code(401).header('www-authenticate', 'Basic').send({ error_message: 'access unauthorized' })
}
