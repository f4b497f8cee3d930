import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../http/send-error.ts'
import type { JsonBody } from '../http/json-body.ts'
import type { SendCached } from '../http/response-cache.ts'
import { sendJsonBytes } from '../http/send-json-bytes.ts'
import type { DeferredInterface, InterfaceRequest, InterfaceRoute, KeyRequest } from '../keys/deferred-interface.ts'
import { InvalidKey, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import type { AppScope } from '../users/passwords/app-scopes.ts'
import { atomStream } from './atom-stream.ts'
import {
  disableLabel,
  editSubscription,
  editTag,
  markAllAsRead,
  quickAdd,
  renameLabel,
  type Change,
  type ChangeDeps,
} from './changes.ts'
import { authenticate, clientLogin, writeToken } from './client-login.ts'
import { itemIds, MAX_CONTENTS, requestedItems, streamContents, type ReadStreamsDeps } from './read-streams.ts'
import { subscriptionList, tagList, unreadCount } from './subscriptions.ts'

export type GreaderDeps = KeyUserDeps & ReadStreamsDeps & ChangeDeps & { readonly sendCached: SendCached }

const JSON_TYPE = 'application/json; charset=utf-8'

type Reading = (deps: GreaderDeps, request: KeyRequest & { readonly parameters: URLSearchParams }) => unknown

/** @returns the Google Reader API over the library */
export function greaderInterface(deps: GreaderDeps): DeferredInterface {
  return {
    authenticate: (request: FastifyRequest) => authenticate(deps, request),
    sendError: sendGreaderError,
    routes: [
      {
        methods: ['POST'],
        path: '/accounts/ClientLogin',
        scope: null,
        answer: ({ request, reply, ...one }: InterfaceRequest) =>
          clientLogin(deps, request, { parameters: parametersOf({ request, ...one }), reply }),
      },
      ...Object.entries(READING).map(([path, answer]): InterfaceRoute => ({
        methods: ['GET', 'POST'],
        path,
        scope: 'read',
        answer: (one) => answer(deps, { ...one, parameters: parametersOf(one) }),
      })),
      ...Object.entries(CHANGES).map(([path, [scope, change]]): InterfaceRoute => ({
        methods: ['POST'],
        path,
        scope,
        answer: async (one) => {
          const requestId = one.request.id
          const done = await change(deps, one.user, { parameters: parametersOf(one), requestId })
          return typeof done === 'string' ? text(one.reply, done) : done
        },
      })),
    ],
  }
}

/** Paths of requests that read. Apps send some of them with GET and others with POST, and differ in which. */
const READING: Readonly<Record<string, Reading>> = {
  '/reader/api/0/token': (_deps, { request, reply }) => text(reply, writeToken(request)),
  '/reader/api/0/user-info': (_deps, { user }) => userInfo(user),
  '/reader/api/0/subscription/list': (deps, { user }) => subscriptionList(deps, user),
  '/reader/api/0/tag/list': (deps, { user }) => tagList(deps, user),
  '/reader/api/0/unread-count': (deps, { user }) => unreadCount(deps, user),
  '/reader/api/0/stream/items/ids': (deps, { user, parameters }) => itemIds(deps, user, parameters),
  '/reader/api/0/stream/items/contents': async (deps, { user, parameters, reply }) =>
    json(reply, await requestedItems(deps, user, parameters)),
  '/reader/api/0/stream/contents': contents,
  '/reader/api/0/stream/contents/*': contents,
  '/reader/atom/*': async (deps, { user, parameters, parts, reply }) => {
    const document = await atomStream(deps, user, { stream: parts['rest']!, parameters })
    return reply.type('application/atom+xml; charset=utf-8').send(Readable.from(document))
  },
  // Apps read these settings, which the library does not have.
  '/reader/api/0/preference/list': () => ({ prefs: [] }),
  '/reader/api/0/preference/stream/list': () => ({ streamprefs: {} }),
}

type ChangeFunction = (deps: GreaderDeps, user: KeyUser, change: Change) => Promise<string | object>

const CHANGES: Readonly<Record<string, readonly [AppScope, ChangeFunction]>> = {
  '/reader/api/0/edit-tag': ['write', editTag],
  '/reader/api/0/mark-all-as-read': ['write', markAllAsRead],
  '/reader/api/0/rename-tag': ['write', renameLabel],
  '/reader/api/0/disable-tag': ['write', disableLabel],
  '/reader/api/0/subscription/edit': ['save', editSubscription],
  '/reader/api/0/subscription/quickadd': ['save', quickAdd],
}

/** @returns the parameters in the address and in the body, which may occur several times */
function parametersOf({ query, request: { body } }: Pick<InterfaceRequest, 'query' | 'request'>): URLSearchParams {
  return new URLSearchParams([...query, ...new URLSearchParams(typeof body === 'string' ? body : '')])
}

async function contents(
  deps: GreaderDeps,
  { user, parameters, parts, request, reply }: KeyRequest & { readonly parameters: URLSearchParams },
): Promise<FastifyReply> {
  const wanted = { parameters, most: MAX_CONTENTS, stream: parts['rest'] }
  const { followsRevision, make } = streamContents(deps, user, wanted)
  if (request.method !== 'GET' || !followsRevision) return json(reply, await make())
  return deps.sendCached(request, reply.type(JSON_TYPE), user, make)
}

function userInfo({ id, username, email }: KeyUser) {
  return { userId: String(id), userName: username, userProfileId: String(id), userEmail: email }
}

function text(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(body)
}

function json(reply: FastifyReply, body: JsonBody): FastifyReply {
  return sendJsonBytes(reply.type(JSON_TYPE), body)
}

/** Sends an error in the format of the API: a list of messages in JSON, and plain text for a request without a key. */
function sendGreaderError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof InvalidKey) return reply.code(401).type('text/plain; charset=utf-8').send('Unauthorized')
  return sendError(error, reply, (message) => ({ errors: [message] }))
}
