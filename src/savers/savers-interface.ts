import type { FastifyReply } from 'fastify'
import type { DeferredInterface, InterfaceRequest, InterfaceRoute } from '../keys/deferred-interface.ts'
import { addToInstapaper, authenticateInstapaper, type InstapaperDeps } from './instapaper.ts'
import { plainSave } from './plain-save.ts'
import { addToPocket, getFromPocket, sendToPocket, type PocketDeps } from './pocket.ts'
import { authenticateReadwise, saveToReadwise, type ReadwiseDeps } from './readwise.ts'
import { sendError, StatusError } from '../http/send-error.ts'

export type SaversDeps = InstapaperDeps & PocketDeps & ReadwiseDeps

type Answer = (deps: SaversDeps, request: InterfaceRequest) => Promise<unknown>

const BOTH: readonly (readonly [path: string, answer: Answer])[] = [
  ['/save', plainSave],
  ['/instapaper/api/authenticate', authenticateInstapaper],
  ['/instapaper/api/add', addToInstapaper],
]
const POSTED: readonly (readonly [path: string, answer: Answer])[] = [
  ['/pocket/v3/add', addToPocket],
  ['/pocket/v3/get', getFromPocket],
  ['/pocket/v3/send', sendToPocket],
  ['/readwise/api/v3/save/', saveToReadwise],
  ['/readwise/api/v3/save', saveToReadwise],
]
const READ: readonly (readonly [path: string, answer: Answer])[] = [
  ['/readwise/api/v2/auth/', authenticateReadwise],
  ['/readwise/api/v2/auth', authenticateReadwise],
]

/** @returns the addresses of several services. Each finds the key in its own place, so none is checked before. */
export function saversInterface(deps: SaversDeps): DeferredInterface {
  const routesOf = (list: typeof BOTH, methods: InterfaceRoute['methods']): InterfaceRoute[] =>
    list.map(([path, answer]) => ({ methods, path, scope: null, answer: (one) => answer(deps, one) }))
  return {
    authenticate: async () => {
      throw new StatusError(404, 'There is nothing at this address.')
    },
    sendError: sendSaverError,
    routes: [...routesOf(BOTH, ['GET', 'POST']), ...routesOf(POSTED, ['POST']), ...routesOf(READ, ['GET'])],
  }
}

/** Sends an error as JSON, and in the header that clients of Pocket read. */
function sendSaverError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof StatusError) reply.header('x-error', error.message)
  return sendError(error, reply, (message) => ({ status: 0, error: message }))
}
