import { parseId } from '../../kernel/parse-id.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import type { PhoneView } from './developer-client-facts.ts'
import type { DeveloperClientView } from './developer.page.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import type { Localization } from '../layout/localization.ts'
import { formText, NOTICE_COOKIE, sessionOf, localizationFor } from '../web-context.ts'
import { COMPLETE_ANSWERS } from './complete-answers-checkbox.ts'
import { developerPage } from './developer.page.ts'
import { developerClientPage } from './developer-client.page.ts'
import { developerClientCreatedPage } from './developer-client-created.page.ts'
import { developerClientCreatePage } from './developer-client-create.page.ts'
import { connectionAddress } from './developer-client-facts.ts'
import { qrCode } from '../layout/qr-code.ts'
import { hasSecondFactor } from '../../users/second-factor/second-factor.repository.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export type DeveloperRoutesDeps = FastifyContext & CreateClientDeps & SecurityEventsUser

interface ForClient {
  readonly Params: { readonly id: string }
}

/** Adds the pages of the viewer's API clients (wallabag contract, section 10). Apps parse their markup. */
export function addDeveloperRoutes(app: FastifyInstance, deps: DeveloperRoutesDeps): void {
  app.get('/developer', async (request, reply) => {
    const { user, csrfToken } = sessionOf(request)
    const clients = await deps.database.read((db) => listClients(db, user.id))
    const views = clients.map((client) => clientView(deps, client, localizationFor(request).t))
    return sendPage(reply, developerPage({ frame: pageFrame(deps, request, reply), csrfToken, clients: views }))
  })
  app.get('/developer/client/create', async (request, reply) =>
    showForm(deps, request, reply, { values: {}, errors: {} }),
  )
  app.post('/developer/client/create', (request, reply) => create(deps, request, reply))
  app.get<ForClient>('/developer/client/:id', (request, reply) => showClient(deps, request, reply))
  app.post<ForClient>('/developer/client/:id', (request, reply) => change(deps, request, reply))
  app.post<ForClient>('/developer/client/delete/:id', async (request, reply) => {
    const { owner } = checkedForm(deps, request)
    const id = clientId(request.params.id)
    const isDeleted = await deps.database.transaction((tx) => deleteClient(tx, owner, id))
    if (!isDeleted) throw notFound('client')
    await recordOwnEvent(deps, request, 'client-deleted', id)
    return reply.redirect('/developer', 303)
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

async function showClient(
  deps: DeveloperRoutesDeps,
  request: FastifyRequest<ForClient>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const { t } = localizationFor(request)
  const stored = await deps.database.read((db) => findClient(db, user.id, clientId(request.params.id)))
  if (!stored) throw notFound('client')
  const phone = await phoneView(deps, request)
  const view = { csrfToken, client: clientView(deps, stored, t), username: user.username, baseUrl: deps.baseUrl, phone }
  return sendPage(reply, developerClientPage({ frame: pageFrame(deps, request, reply), ...view }))
}

async function change(
  deps: DeveloperRoutesDeps,
  request: FastifyRequest<ForClient>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { owner, fields } = checkedForm(deps, request)
  const id = clientId(request.params.id)
  const isComplete = formText(fields, COMPLETE_ANSWERS) === '1'
  const isChanged = await deps.database.transaction((tx) => setCompleteAnswers(tx, owner, id, isComplete))
  if (!isChanged) throw notFound('client')
  deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t('clients.saved'), 60)
  return reply.redirect(`/developer/client/${id}`, 303)
}

async function phoneView({ database, baseUrl }: DeveloperRoutesDeps, request: FastifyRequest): Promise<PhoneView> {
  const { user } = sessionOf(request)
  return {
    qr: await qrCode(connectionAddress(user.username, baseUrl), localizationFor(request).t('clients.phone.title')),
    hasSecondFactor: await database.read((db) => hasSecondFactor(db, user.id)),
  }
}

async function create(deps: DeveloperRoutesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
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
    const frame = pageFrame(deps, request, reply)
    const about = { username: session.user.username, baseUrl: deps.baseUrl, phone: await phoneView(deps, request) }
    return sendPage(reply, developerClientCreatedPage({ frame, ...view, ...about }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showForm(deps, request, reply, {
      values,
      errors: { redirectUris: localizationFor(request).t('client-create.wrongRedirect') },
    })
  }
}

async function showForm(
  deps: DeveloperRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  view: Pick<DeveloperClientCreateView, 'values' | 'errors'>,
): Promise<FastifyReply> {
  const status = Object.keys(view.errors).length > 0 ? 422 : 200
  const { csrfToken } = sessionOf(request)
  return sendPage(
    reply,
    developerClientCreatePage({ frame: pageFrame(deps, request, reply), csrfToken, ...view }),
    status,
  )
}
