import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Viewer } from '../../oauth/authenticate.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import { countAnonymousRequest, refundAnonymousRequest } from '../../throttling/anonymous-requests.ts'
import { authenticationRequired, bearerToken, findViewer, severalTokens } from './authentication.ts'
import type { AuthenticationDeps } from './authentication.ts'
import { fieldsOf } from '../wire/request-context.ts'

/**
 * Asks for a token on every route that does not say it is public: a new route without a word about it is closed. The
 * token is looked for before anything else is done; only where it may stand in a form is the body waited for. A request
 * without a token that holds is counted as that of a stranger.
 */
export function addAuthentication(app: FastifyInstance, deps: AuthenticationDeps): void {
  addSyncHook(app, 'onRequest', (request) => {
    let viewer: Viewer | Promise<Viewer> | undefined
    try {
      const token = bearerToken(request, undefined, deps.hasQueryTokens)
      if (token !== undefined) viewer = findViewer(deps, token)
    } catch (error) {
      return refuse(deps, request, error)
    }
    if (viewer === undefined) return admitAnonymousRequest(deps, request)
    if (viewer instanceof Promise) return setLater(request, viewer).catch((error) => refuse(deps, request, error))
    request.viewer = viewer
    return undefined
  })
  addSyncHook(app, 'preHandler', (request) => {
    if (request.viewer && mayHoldToken(request) && fieldsOf(request).has('access_token')) throw severalTokens()
    if (request.viewer || !needsViewer(request) || isOpen(request)) return undefined
    const token = bearerToken(request, fieldsOf(request), deps.hasQueryTokens)
    if (token === undefined) throw authenticationRequired()
    return setLater(request, findViewer(deps, token)).then(() => refundAnonymousRequest(deps, request))
  })
}

/** Lets a request without a token go on to what is open to everybody, or to where its body is read. */
function admitAnonymousRequest(deps: AuthenticationDeps, request: FastifyRequest): void | Promise<void> {
  const goOn = (): void => {
    if (isOpen(request)) return
    if (needsViewer(request) && !mayHoldToken(request)) throw authenticationRequired()
    if (mayBeLong(request)) throw tooLarge()
  }
  const counted = countAnonymousRequest(deps, request)
  return counted ? counted.then(goOn) : goOn()
}

/**
 * Counts a request whose token does not hold, or that has several, and refuses it.
 * @throws what is wrong with the token, except where anybody gets the same answer
 */
async function refuse(deps: AuthenticationDeps, request: FastifyRequest, error: unknown): Promise<void> {
  if (!(error instanceof OauthError)) throw error
  await countAnonymousRequest(deps, request)
  if (!isOpen(request)) throw error
}

/** Whoever has not said yet who they are gets no room for an article; apps that send the token in a form send no texts. */
function mayBeLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > ORDINARY_BODY
}

function tooLarge(): AppError {
  return new AppError('too_large', `a form without an Authorization header has at most ${ORDINARY_BODY} bytes`)
}

async function setLater(request: FastifyRequest, viewer: Viewer | Promise<Viewer>): Promise<void> {
  request.viewer = await viewer
}

/** A hook that costs no promise when it has nothing to wait for: Fastify takes a promise or the call of `done`. */
function addSyncHook(
  app: FastifyInstance,
  name: 'onRequest' | 'preHandler',
  work: (request: FastifyRequest) => void | Promise<void>,
): void {
  app.addHook(name, (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const waiting = work(request)
    if (!waiting) done()
    return waiting
  })
}

/** Preflights, unknown addresses and known ones with the wrong method are answered to anybody. */
function isOpen(request: FastifyRequest): boolean {
  const isRefusal = request.routeOptions.config.isRefusal === true && !namesMethod(request)
  return request.method === 'OPTIONS' || request.is404 || isRefusal
}

/** A form that names another method is as good as a request by that method. Known once the body is read. */
function namesMethod(request: FastifyRequest): boolean {
  return request.method === 'POST' && fieldsOf(request).has('_method')
}

function needsViewer({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isPublic !== true
}

function mayHoldToken({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}
