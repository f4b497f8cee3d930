import type { DeferredInterface } from '../keys/deferred-interface.ts'
import type { KeyUserDeps } from '../keys/key-user.ts'
import { countAnonymousRequest } from '../throttling/anonymous-requests.ts'
import { authenticate } from './authenticate.ts'
import { findPosition, type FindPositionDeps } from './find-position.ts'
import { KosyncError, sendKosyncError } from './kosync-error.ts'
import { parseDocument, parseProgress } from './progress-request.ts'
import { storePosition, type PositionDeps } from './store-position.ts'

export type KosyncDeps = KeyUserDeps & PositionDeps & FindPositionDeps

/** @returns the protocol of koreader-sync-server, with the positions of all devices and of the web app */
export function kosyncInterface(deps: KosyncDeps): DeferredInterface {
  return {
    authenticate: (request) => authenticate(deps, request),
    sendError: sendKosyncError,
    routes: [
      {
        methods: ['GET'],
        path: '/healthcheck',
        scope: null,
        answer: async ({ request }) => {
          await countAnonymousRequest(deps, request)
          return { state: 'OK' }
        },
      },
      {
        // Accounts are created elsewhere.
        methods: ['POST'],
        path: '/users/create',
        scope: null,
        answer: async ({ request }) => {
          await countAnonymousRequest(deps, request)
          throw new KosyncError(2005)
        },
      },
      { methods: ['GET'], path: '/users/auth', scope: 'kosync', answer: () => ({ authorized: 'OK' }) },
      {
        methods: ['PUT'],
        path: '/syncs/progress',
        scope: 'kosync',
        answer: ({ user, request }) => storePosition(deps, user.id, parseProgress(request.body)),
      },
      {
        methods: ['GET'],
        path: '/syncs/progress/:document',
        scope: 'kosync',
        answer: ({ user, parts }) => findPosition(deps, user.id, parseDocument(decode(parts['document'] ?? ''))),
      },
    ],
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new KosyncError(2004)
  }
}
