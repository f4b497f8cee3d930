import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { NO_FIELDS, parseFormBody } from '../kernel/form-body.ts'
import { notFound } from '../kernel/errors.ts'
import { countRefusal, countAnonymousRequest, type AnonymousRequestDeps } from '../throttling/anonymous-requests.ts'
import { addAdminRoutes, type AdminRoutesDeps } from './admin/admin.routes.ts'
import { addInstallableAppRoutes, type AppRoutesDeps } from './app/installable-app.routes.ts'
import { assetsRoutes } from './assets/assets.routes.ts'
import { addPageCompression } from './assets/compress-pages.ts'
import { addPublicCollectionRoutes, type PublicCollectionDeps } from './collections/public-collection.routes.ts'
import { addConfigPageRoutes, type ConfigPageDeps } from './settings/config.routes.ts'
import { addCredentialsPageRoutes, type CredentialsPageDeps } from './site-credentials/site-credentials.routes.ts'
import { addConnectRoutes, type ConnectRoutesDeps } from './connect/connect.routes.ts'
import { addConsentRoutes, type ConsentRoutesDeps } from './consent/consent.routes.ts'
import { addDeviceRoutes, type DeviceRoutesDeps } from './consent/device.routes.ts'
import { addDeveloperRoutes, type DeveloperRoutesDeps } from './developer/developer.routes.ts'
import { addExportDownloadRoutes, type ExportDownloadRoutesDeps } from './exports/export.routes.ts'
import { addImagesRoutes, type ImagesRoutesDeps } from './images.routes.ts'
import { addImportRoutes, type ImportRoutesDeps } from './imports/import.routes.ts'
import { addBookmarkletRoutes, type BookmarkletRoutesDeps } from './saving/bookmarklet.routes.ts'
import { addFetchEventsRoutes, type FetchEventsRoutesDeps } from './lists/fetch-events.routes.ts'
import { addShareTargetRoutes } from './saving/share-target.routes.ts'
import { addWallabagAddresses } from './lists/wallabag-addresses.routes.ts'
import { addPlayerRoutes } from './reader/player/player.routes.ts'
import { addRefetchRoutes, type RefetchRoutesDeps } from './reader/refetch.routes.ts'
import { addLeftHighlightsRoutes } from './review/left-highlights.routes.ts'
import { addOfflineRoutes, type OfflineRoutesDeps } from './offline-routes.ts'
import { addProviderSignInRoutes } from './identities/provider-sign-in.routes.ts'
import { addPasskeySignInRoutes, type PasskeySignInDeps } from './passkeys/passkey-sign-in.routes.ts'
import { addOutboxRoutes } from './outbox/outbox.routes.ts'
import { addRegisterRoutes, type RegisterRoutesDeps } from './sessions/register.routes.ts'
import { addCompletionsRoutes, type CompletionsDeps } from './search/completions.routes.ts'
import { addSignInCodeRoutes, type SignInCodeRoutesDeps } from './sessions/sign-in-code.routes.ts'
import { addSecurityRoutes } from './security/security.routes.ts'
import type { SecurityRoutesDeps } from './security/redirect-to-security.ts'
import { addSecurityTxt, type SecurityTxtDeps } from './security-txt.routes.ts'
import { addRecoveryRoutes, type RecoveryRoutesDeps } from './sessions/recovery.routes.ts'
import { addConfirmAddressRoutes, type ConfirmAddressDeps } from './mail/confirm-address.routes.ts'
import { addSettingsRoutes, type SettingsRoutesDeps } from './settings/settings.routes.ts'
import { addSetupRoutes, type SetupRoutesDeps } from './sessions/setup.routes.ts'
import { addShareRoutes, addSharingRoutes, type ShareRoutesDeps } from './share/share.routes.ts'
import { addSignInRoutes, type SignInRoutesDeps } from './sessions/sign-in.routes.ts'
import type { CookieJar } from './cookies.ts'
import { varyBy } from './vary-by.ts'
import { fastifyRoutes, sendErrorPage, sendResponse, serverRequest } from './fastify-routes.ts'
import type { ServerRoutes } from './server-routes.ts'
import { addDocumentRoutes, type DocumentRoutesDeps } from './saving/document.routes.ts'
import { isSave, storePendingSave, resumeSave } from './saving/save-after-sign-in.ts'
import { addTrashRoutes, type TrashRoutesDeps } from './trash/trash.routes.ts'
import { addWebSyncRoutes, type WebSyncDeps } from './sync/sync.routes.ts'
import { sendToSignIn } from './sessions/send-to-sign-in.ts'
import { sessionOfRequest } from './sessions/session-of-request.ts'
import { isAction, storePendingAction } from './sessions/actions-after-sign-in.ts'

type WebDeps = AppRoutesDeps &
  AdminRoutesDeps &
  OfflineRoutesDeps &
  RefetchRoutesDeps &
  RegisterRoutesDeps &
  PasskeySignInDeps &
  PublicCollectionDeps &
  RecoveryRoutesDeps &
  ConfigPageDeps &
  ConfirmAddressDeps &
  SignInCodeRoutesDeps &
  ConnectRoutesDeps &
  ConsentRoutesDeps &
  CredentialsPageDeps &
  DeviceRoutesDeps &
  DeveloperRoutesDeps &
  DocumentRoutesDeps &
  ExportDownloadRoutesDeps &
  ImagesRoutesDeps &
  ImportRoutesDeps &
  BookmarkletRoutesDeps &
  FetchEventsRoutesDeps &
  CompletionsDeps &
  SecurityRoutesDeps &
  SecurityTxtDeps &
  SettingsRoutesDeps &
  SetupRoutesDeps &
  ShareRoutesDeps &
  SignInRoutesDeps &
  TrashRoutesDeps &
  WebSyncDeps &
  AnonymousRequestDeps & { readonly jar: CookieJar }

/** The dependencies that the caller must provide. The other members of `WebDeps` are created from them. */
export type WebsiteDeps = Omit<WebDeps, 'resumeSave'>

/** @returns a Fastify plugin with all pages and files of the web app */
export function webRoutes(given: WebsiteDeps): FastifyPluginAsync {
  const deps: WebDeps = { ...given, resumeSave: (...call) => resumeSave(given, ...call) }
  return async (app) => {
    // The error handler must be set before the routes are added. A nested plugin inherits the handler that exists when
    // it is registered.
    app.setErrorHandler<FastifyError>(async (error, request, reply) => {
      const refusal = (await countRefusal(deps, request, error)) as FastifyError
      return sendErrorPage(deps, refusal, request, reply)
    })
    await app.register(assetsRoutes(deps.assets))
    addPageCompression(app)
    addFormParser(app)
    const routes = fastifyRoutes(app, deps)
    addInstallableAppRoutes(routes, deps)
    addSecurityTxt(routes, deps)
    await app.register(async (scope) => addVisitorRoutes(fastifyRoutes(scope, deps), deps))
    addSession(app, deps)
    addSetupRoutes(routes, deps)
    addSignInRoutes(routes, deps)
    addSignInCodeRoutes(routes, deps)
    addPasskeySignInRoutes(routes, deps)
    addProviderSignInRoutes(routes, deps)
    addRecoveryRoutes(routes, deps)
    addRegisterRoutes(routes, deps)
    addShareTargetRoutes(routes, deps)
    addConfirmAddressRoutes(routes, deps)
    await app.register(async (administrators) => {
      addAdminGate(administrators)
      addCounts(administrators, deps)
      addAdminRoutes(fastifyRoutes(administrators, deps), deps)
    })
    await app.register(async (signedIn) => {
      addSignInGate(signedIn, deps)
      addCounts(signedIn, deps)
      addSignedInRoutes(fastifyRoutes(signedIn, deps), deps)
    })
  }
}

/** Adds public pages and pictures, which do not depend on the session of the browser. */
function addVisitorRoutes(routes: ServerRoutes, deps: WebDeps): void {
  addImagesRoutes(routes, deps)
  addShareRoutes(routes, deps)
  addPublicCollectionRoutes(routes, deps)
}

function addSignedInRoutes(routes: ServerRoutes, deps: WebDeps): void {
  addWebSyncRoutes(routes, deps)
  addOutboxRoutes(routes, deps)
  addOfflineRoutes(routes, deps)
  addWallabagAddresses(routes, deps)
  addBookmarkletRoutes(routes, deps)
  addFetchEventsRoutes(routes, deps)
  addCompletionsRoutes(routes, deps)
  addRefetchRoutes(routes, deps)
  addPlayerRoutes(routes, deps)
  addExportDownloadRoutes(routes, deps)
  addSharingRoutes(routes, deps)
  addDeveloperRoutes(routes, deps)
  addConnectRoutes(routes, deps)
  addConsentRoutes(routes, deps)
  addDeviceRoutes(routes, deps)
  addSecurityRoutes(routes, deps)
  addSettingsRoutes(routes, deps)
  addLeftHighlightsRoutes(routes, deps)
  addDocumentRoutes(routes, deps)
  addConfigPageRoutes(routes, deps)
  addCredentialsPageRoutes(routes, deps)
  addImportRoutes(routes, deps)
  addTrashRoutes(routes, deps)
}

function addFormParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseFormBody(body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => NO_FIELDS)
}

function addSession(app: FastifyInstance, deps: WebDeps): void {
  const findSession = sessionOfRequest(deps)
  app.decorateRequest('session', null)
  app.decorateRequest('counts', null)
  app.decorateRequest('collections', null)
  app.addHook('onRequest', async (request, reply) => {
    varyBy(reply, 'Cookie')
    request.session = await findSession(request)
    if (!request.session) await countAnonymousRequest(deps, request)
  })
}

/**
 * @returns true if a request without a session can be stored and take effect after the sign-in. The form in the body of
 *   such a request is stored, so the visitor is redirected only after the body has been read.
 */
const needsBody = (request: FastifyRequest): boolean => isSave(request) || isAction(request)

/**
 * Redirects visitors to the sign-in page. After the sign-in, they see the requested page. A save or an action on an
 * entry that they tried without a session then takes effect.
 */
function addSignInGate(app: FastifyInstance, deps: WebDeps): void {
  const gate = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.session || request.routeOptions.config.isForVisitors) return undefined
    const visit = serverRequest(deps.jar, request, reply)
    const isPending = isSave(visit) ? storePendingSave(deps, visit) : isAction(visit) && storePendingAction(deps, visit)
    return sendResponse(reply, sendToSignIn(deps, visit, { isPending }))
  }
  app.addHook('onRequest', async (request, reply) => (needsBody(request) ? undefined : gate(request, reply)))
  app.addHook('preValidation', async (request, reply) => (needsBody(request) ? gate(request, reply) : undefined))
}

/** Refuses everyone but administrators, with "not found". */
function addAdminGate(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ session }) => {
    if (!session?.user.isAdmin) throw notFound('page')
  })
}

/** Adds a hook that loads the collections of the user and the number of entries in each list. All pages show both. */
function addCounts(app: FastifyInstance, deps: WebDeps): void {
  app.addHook('preHandler', async (request) => {
    // If the server refuses a form, it answers the POST request with the page of that form. Like every page, it shows
    // the collections and the numbers of entries.
    const isPage = ['GET', 'POST'].includes(request.method) && (request.headers.accept ?? '').includes('text/html')
    if (!request.session || !isPage) return
    const { user, revision } = request.session
    const owner = { id: user.id, revision }
    request.counts = await deps.countLists(owner)
    const collections = await deps.listCollections(owner)
    const known = deps.collectionCounter.known(owner, new Date())
    request.collections = collections.map(({ id, name, icon, isPinned }) => {
      const count = known.get(id)
      return { id, name, icon, isPinned, ...(count !== undefined && { count }) }
    })
  })
}
