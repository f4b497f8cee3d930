import { parseId } from '../../kernel/parse-id.ts'
import type { ClientId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import {
  deleteClient,
  findClient,
  listClients,
  setCompleteAnswers,
  type StoredClient,
} from '../../oauth/client.repository.ts'
import { createClient, revealSecret, type CreateClientDeps } from '../../oauth/create-client.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import type { DeveloperClientCreateView } from './developer-client-create.page.ts'
import type { DeveloperClientView } from './developer.page.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import type { Localization } from '../layout/localization.ts'
import { formText, sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { COMPLETE_ANSWERS } from './complete-answers-checkbox.ts'
import { developerPage } from './developer.page.ts'
import { developerClientPage } from './developer-client.page.ts'
import { developerClientCreatedPage } from './developer-client-created.page.ts'
import { developerClientCreatePage } from './developer-client-create.page.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export type DeveloperRoutesDeps = WebContext & CreateClientDeps & SecurityEventsUser

interface ForClient {
  readonly id: string
}

/** Adds the pages of the viewer's API clients (wallabag contract, section 10). Apps parse their markup. */
export function addDeveloperRoutes(routes: ServerRoutes, deps: DeveloperRoutesDeps): void {
  routes.get('/developer', async (request) => {
    const { user, csrfToken } = sessionOf(request)
    const clients = await deps.database.read((db) => listClients(db, user.id))
    const views = clients.map((client) => clientView(deps, client, localizationFor(request).t))
    return pageResponse(developerPage({ frame: frameFor(deps, request), csrfToken, clients: views }))
  })
  routes.get('/developer/client/create', async (request) => showForm(deps, request, { values: {}, errors: {} }))
  routes.post('/developer/client/create', (request) => create(deps, request))
  routes.get('/developer/client/:id', (request) => showClient(deps, request))
  routes.post('/developer/client/:id', (request) => change(deps, request))
  routes.post('/developer/client/delete/:id', async (request) => {
    const { owner } = checkedForm(deps, request)
    const id = clientId(request.params.id)
    const isDeleted = await deps.database.transaction((tx) => deleteClient(tx, owner, id))
    if (!isDeleted) throw notFound('client')
    await recordOwnEvent(deps, request, 'client-deleted', id)
    return redirectTo('/developer', 303)
  })
}

function clientView(
  { instanceKey }: DeveloperRoutesDeps,
  stored: StoredClient,
  t: Localization['t'],
): DeveloperClientView {
  const { client } = stored
  return {
    id: client.id,
    name: client.name,
    clientId: client.publicId,
    clientSecret: revealSecret(instanceKey, stored) ?? t('clients.otherKey'),
    redirectUris: client.redirectUris,
    grantTypes: client.grants,
    lastUsedAt: client.lastUsedAt,
    hasCompleteAnswers: client.hasCompleteAnswers,
  }
}

function clientId(text: string): ClientId {
  return parseId(text) ?? (0 as ClientId)
}

async function showClient(deps: DeveloperRoutesDeps, request: ServerRequest<ForClient>): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const { t } = localizationFor(request)
  const stored = await deps.database.read((db) => findClient(db, user.id, clientId(request.params.id)))
  if (!stored) throw notFound('client')
  const view = { csrfToken, client: clientView(deps, stored, t), username: user.username, baseUrl: deps.baseUrl }
  return pageResponse(developerClientPage({ frame: frameFor(deps, request), ...view }))
}

async function change(deps: DeveloperRoutesDeps, request: ServerRequest<ForClient>): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request)
  const id = clientId(request.params.id)
  const isComplete = formText(fields, COMPLETE_ANSWERS) === '1'
  const isChanged = await deps.database.transaction((tx) => setCompleteAnswers(tx, owner, id, isComplete))
  if (!isChanged) throw notFound('client')
  return redirectWithNotice(request, `/developer/client/${id}`, localizationFor(request).t('clients.saved'))
}

async function create(deps: DeveloperRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { session, fields } = checkedForm(deps, request, 'client[_token]')
  const values = {
    name: formText(fields, 'client[name]'),
    redirectUris: formText(fields, 'client[redirect_uris]'),
    hasCompleteAnswers: formText(fields, COMPLETE_ANSWERS) === '1',
  }
  try {
    const { name, redirectUris: redirectUri, hasCompleteAnswers } = values
    const input = { ownerId: session.user.id, name, redirectUri, hasCompleteAnswers }
    const { client, secret } = await createClient(deps, input)
    await recordOwnEvent(deps, request, 'client-made', client.id)
    const view = { name: client.name, clientId: client.publicId, clientSecret: secret }
    const frame = frameFor(deps, request)
    const about = { username: session.user.username, baseUrl: deps.baseUrl }
    return pageResponse(developerClientCreatedPage({ frame, ...view, ...about }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showForm(deps, request, {
      values,
      errors: { redirectUris: localizationFor(request).t('client-create.wrongRedirect') },
    })
  }
}

async function showForm(
  deps: DeveloperRoutesDeps,
  request: ServerRequest,
  view: Pick<DeveloperClientCreateView, 'values' | 'errors'>,
): Promise<WebResponse> {
  const status = Object.keys(view.errors).length > 0 ? 422 : 200
  const { csrfToken } = sessionOf(request)
  return pageResponse(developerClientCreatePage({ frame: frameFor(deps, request), csrfToken, ...view }), status)
}
