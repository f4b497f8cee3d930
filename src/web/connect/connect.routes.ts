import type { Settings } from '../../config/settings.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { createClient, type CreateClientDeps } from '../../oauth/create-client.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { createAppPassword } from '../../users/passwords/app-password.ts'
import { hasSecondFactor } from '../../users/second-factor/second-factor.repository.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { qrCode } from '../layout/qr-code.ts'
import type { CheckReauthenticationDeps } from '../security/check-reauthentication.ts'
import { missingProof } from '../security/missing-proof.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { frameFor, localizationFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import { addressOf, openInterfaces } from './app-interface.ts'
import type { AppValues } from './app-values.ts'
import { APPS } from './apps.ts'
import type { ConnectableApp } from './connectable-app.ts'
import { connectAppPage, type ConnectAppView } from './connect-app.page.ts'
import { connectPage } from './connect.page.ts'
import { connectionAddress } from './connection-address.ts'
import { findConnectionState } from './connection-state.ts'
import { addKoboRoutes } from './kobo.routes.ts'

export type ConnectRoutesDeps = WebContext &
  CreateClientDeps &
  CheckReauthenticationDeps &
  SecurityEventsUser & { readonly settings: Settings }

interface ForApp {
  readonly app: string
}

/** Adds the pages that connect apps. They show the apps whose interface is on. */
export function addConnectRoutes(routes: ServerRoutes, deps: ConnectRoutesDeps): void {
  const open = openInterfaces(deps.settings)
  const apps = APPS.filter((app) => open.has(app.interface))
  const appOf = ({ params }: ServerRequest<ForApp>): ConnectableApp => {
    const app = apps.find(({ id }) => id === params.app)
    if (!app) throw notFound('app')
    return app
  }
  if (open.has('kobo')) addKoboRoutes(routes, deps)
  routes.get('/connect', (request) => {
    const { q } = request.query
    const filter = typeof q === 'string' ? q.trim() : ''
    return pageResponse(connectPage({ frame: frameFor(deps, request), apps, filter }))
  })
  routes.get('/connect/:app', (request) => showApp(deps, request, appOf(request)))
  routes.post('/connect/:app', (request) => createKey(deps, request, appOf(request)))
}

type Made = Pick<AppValues, 'key' | 'clientId' | 'clientSecret'>

const NOTHING_MADE: Made = { key: '', clientId: '', clientSecret: '' }

async function showApp(
  deps: ConnectRoutesDeps,
  request: ServerRequest,
  app: ConnectableApp,
  { made = NOTHING_MADE, errors }: { readonly made?: Made; readonly errors?: ConnectAppView['errors'] } = {},
): Promise<WebResponse> {
  const session = sessionOf(request)
  const { id: owner, username } = session.user
  const found = await deps.database.read(async (db) => ({
    state: await findConnectionState(db, owner, app),
    needsPassword: !(await isRecentSignIn(db, session, deps.clock.now())),
    hasSecondFactor: app.direct === 'qr' && (await hasSecondFactor(db, owner)),
  }))
  const { state, needsPassword } = found
  const values = { address: addressOf(app.interface, deps.baseUrl), username, ...made }
  const address = connectionAddress(username, deps.baseUrl)
  const page = connectAppPage({
    frame: frameFor(deps, request),
    csrfToken: session.csrfToken,
    app,
    values,
    state,
    needsPassword,
    ...(app.direct === 'qr' && {
      phone: {
        address,
        qr: await qrCode(address, localizationFor(request).t('connect.phone.code')),
        hasSecondFactor: found.hasSecondFactor,
      },
    }),
    ...(errors && { errors }),
  })
  return pageResponse(page, errors ? 422 : 200)
}

/** Creates an app password for the app, and an API client if its interface needs one, and shows both once. */
async function createKey(deps: ConnectRoutesDeps, request: ServerRequest, app: ConnectableApp): Promise<WebResponse> {
  const caller = callerOf(request)
  const { session, owner, fields } = checkedForm(deps, request)
  const { t } = localizationFor(request)
  const { name, scopes } = app
  if (!scopes) throw notFound('key')
  const wrong = await missingProof(deps, session, { fields, caller })
  if (wrong) {
    const proof = { form: 'connect', field: wrong, message: t(`security.proof.wrong.${wrong}`) }
    return showApp(deps, request, app, { errors: { proof } })
  }
  try {
    const key = await createAppPassword(deps, owner, { name, scopes })
    await recordOwnEvent(deps, request, 'app-password-made')
    const made = app.interface === 'wallabag' ? await createAppClient(deps, request, name) : NOTHING_MADE
    return await showApp(deps, request, app, { made: { ...made, key } })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showApp(deps, request, app, { errors: { form: t('security.apps.tooMany') } })
  }
}

async function createAppClient(deps: ConnectRoutesDeps, request: ServerRequest, name: string): Promise<Made> {
  const { client, secret } = await createClient(deps, { ownerId: sessionOf(request).user.id, name, redirectUri: '' })
  await recordOwnEvent(deps, request, 'client-made', client.id)
  return { ...NOTHING_MADE, clientId: client.publicId, clientSecret: secret }
}
