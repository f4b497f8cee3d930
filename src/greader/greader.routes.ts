import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../kernel/errors.ts'
import { requireScope, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { atomStream } from './atom-stream.ts'
import {
  disableLabel,
  editSubscription,
  editTag,
  markAllAsRead,
  quickAdd,
  renameLabel,
  type ChangeDeps,
} from './changes.ts'
import { authenticate, clientLogin, writeToken } from './client-login.ts'
import { sendGreaderError } from './greader-error.ts'
import { itemIds, itemsJson, MAX_CONTENTS, requestedItems, streamPage, type ReadStreamsDeps } from './read-streams.ts'
import { subscriptionList, tagList, unreadCount } from './subscriptions.ts'

type GreaderDeps = KeyUserDeps & ReadStreamsDeps & ChangeDeps

/** A request with a valid key. */
interface KeyRequest {
  readonly user: KeyUser
  readonly parameters: URLSearchParams
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Handler = (deps: GreaderDeps, request: KeyRequest) => unknown

/** @returns a plugin with the Google Reader API over the library, for apps that read feeds (docs/apps/google-reader.md) */
export function greaderRoutes(deps: GreaderDeps): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler((error, _request, reply) => sendGreaderError(error, reply))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    app.post('/accounts/ClientLogin', (request, reply) =>
      clientLogin(deps, request, { parameters: parametersOf(request), reply }),
    )
    for (const [path, handler] of Object.entries(READING))
      addRoute(app, deps, { path, methods: ['GET', 'POST'], handler })
    for (const [path, [scope, handler]] of Object.entries(CHANGES)) {
      addRoute(app, deps, { path, methods: ['POST'], scope, handler })
    }
  }
}

/** Paths of requests that read. Apps send some of them with GET and others with POST, and differ in which. */
const READING: Readonly<Record<string, Handler>> = {
  '/reader/api/0/token': (_deps, { request, reply }) => text(reply, writeToken(request)),
  '/reader/api/0/user-info': (_deps, { user }) => userInfo(user),
  '/reader/api/0/subscription/list': (deps, { user }) => subscriptionList(deps, user),
  '/reader/api/0/tag/list': (deps, { user }) => tagList(deps, user),
  '/reader/api/0/unread-count': (deps, { user }) => unreadCount(deps, user),
  '/reader/api/0/stream/items/ids': (deps, { user, parameters }) => itemIds(deps, user, parameters),
  '/reader/api/0/stream/items/contents': (deps, { user, parameters, reply }) =>
    json(reply, requestedItems(deps, user, parameters)),
  '/reader/api/0/stream/contents': (deps, request) => streamContents(deps, request, undefined),
  '/reader/api/0/stream/contents/*': (deps, request) => streamContents(deps, request, restOfPath(request)),
  '/reader/atom/*': async (deps, request) => {
    const { user, parameters, reply } = request
    const document = await atomStream(deps, user, { stream: restOfPath(request), parameters })
    return reply.type('application/atom+xml; charset=utf-8').send(Readable.from(document))
  },
  // Apps read these settings, which the library does not have.
  '/reader/api/0/preference/list': () => ({ prefs: [] }),
  '/reader/api/0/preference/stream/list': () => ({ streamprefs: {} }),
  '/reader/api/0/*': () => {
    throw notFound('request in the Google Reader API of this server')
  },
}

const CHANGES: Readonly<Record<string, readonly [AppScope, Handler]>> = {
  '/reader/api/0/edit-tag': ['write', async (deps, one) => text(one.reply, await editTag(deps, one.user, one))],
  '/reader/api/0/mark-all-as-read': [
    'write',
    async (deps, one) => text(one.reply, await markAllAsRead(deps, one.user, one)),
  ],
  '/reader/api/0/rename-tag': ['write', async (deps, one) => text(one.reply, await renameLabel(deps, one.user, one))],
  '/reader/api/0/disable-tag': ['write', async (deps, one) => text(one.reply, await disableLabel(deps, one.user, one))],
  '/reader/api/0/subscription/edit': [
    'save',
    async (deps, one) => text(one.reply, await editSubscription(deps, one.user, one)),
  ],
  '/reader/api/0/subscription/quickadd': ['save', (deps, one) => quickAdd(deps, one.user, one)],
}

interface GreaderRoute {
  readonly path: string
  readonly methods: readonly ('GET' | 'POST')[]
  readonly scope?: AppScope
  readonly handler: Handler
}

function addRoute(app: FastifyInstance, deps: GreaderDeps, { path, methods, scope = 'read', handler }: GreaderRoute) {
  const users = new WeakMap<FastifyRequest, KeyUser>()
  for (const method of methods) {
    app.route({
      method,
      url: path,
      onRequest: async (request) => {
        const user = await authenticate(deps, request)
        requireScope(user, scope)
        users.set(request, user)
      },
      handler: (request, reply) => {
        const parameters = parametersOf(request)
        return handler(deps, { user: users.get(request)!, parameters, requestId: request.id, request, reply })
      },
    })
  }
}

/** @returns the parameters in the address and in the body, which may occur several times */
function parametersOf({ url, body }: FastifyRequest): URLSearchParams {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const form = typeof body === 'string' ? body : ''
  return new URLSearchParams(query === '' || form === '' ? query + form : `${query}&${form}`)
}

function restOfPath({ request }: KeyRequest): string {
  return (request.params as { readonly '*': string })['*']
}

async function streamContents(deps: GreaderDeps, { user, parameters, reply }: KeyRequest, stream: string | undefined) {
  const page = await streamPage(deps, user, { parameters, most: MAX_CONTENTS, stream })
  return json(reply, itemsJson(deps, user, page))
}

function userInfo({ id, username, email }: KeyUser) {
  return { userId: String(id), userName: username, userProfileId: String(id), userEmail: email }
}

function text(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(body)
}

function json(reply: FastifyReply, parts: AsyncIterable<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts))
}
