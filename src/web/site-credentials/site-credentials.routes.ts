import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeSiteCredentialsDeps } from '../../site-credentials/change-site-credentials.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, NOTICE_COOKIE, sessionOf, localizationFor } from '../web-context.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import type { CredentialField, CredentialsView } from './site-credentials.page.ts'
import { deleteSiteCredential, setSiteCredential } from '../../site-credentials/change-site-credentials.ts'
import { credentialsPage } from './site-credentials.page.ts'
import { listSiteCredentials } from '../../site-credentials/list-site-credentials.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export interface CredentialsPageDeps extends FastifyContext, ChangeSiteCredentialsDeps, SecurityEventsUser {}

/** The host whose login the form changes, and the rejected input to show again. */
type Shown = { readonly host: string } & Pick<CredentialsView, 'given' | 'refused'>

const PATH = '/site-credentials/'

/** Adds the page of the viewer's logins for sites. */
export function addCredentialsPageRoutes(app: FastifyInstance, deps: CredentialsPageDeps): void {
  app.get('/site-credentials', (_request, reply) => reply.redirect(PATH, 301))
  app.get(PATH, (request, reply) => showCredentials(deps, request, reply, { host: requestedHost(request) }))
  app.post(PATH, (request, reply) => save(deps, request, reply))
  app.post('/site-credentials/delete', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request)
    await deleteSiteCredential(deps, owner, formText(fields, 'host'))
    await recordOwnEvent(deps, request, 'site-login-removed')
    return redirectWithNotice(deps, request, reply, 'credentials.deleted')
  })
}

async function save(deps: CredentialsPageDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { owner, fields } = checkedForm(deps, request, 'site_credential[_token]')
  const given = (name: CredentialField) => formText(fields, `site_credential[${name}]`)
  const [host, username] = [hostOf(given('host')), given('username')]
  try {
    await setSiteCredential(deps, owner, { host, username, password: given('password') })
    await recordOwnEvent(deps, request, 'site-login-stored')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showCredentials(deps, request, reply, { host, given: { host, username }, refused: fieldOf(error) })
  }
  return redirectWithNotice(deps, request, reply, 'credentials.saved')
}

/** @returns the host if the user pasted an address; otherwise the text unchanged */
function hostOf(text: string): string {
  const url = URL.parse(text.trim())
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.hostname : text
}

async function showCredentials(
  deps: CredentialsPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { host, ...refused }: Shown,
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const credentials = await listSiteCredentials(deps, user.id)
  const edited = credentials.find((one) => one.host === host)
  const frame = pageFrame(deps, request, reply)
  const page = credentialsPage({ ...refused, frame, csrfToken, credentials, ...(edited && { edited }) })
  return sendPage(reply, page, refused.refused ? 422 : 200)
}

function redirectWithNotice(
  deps: CredentialsPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: 'credentials.saved' | 'credentials.deleted',
): FastifyReply {
  deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t(notice), 60)
  return reply.redirect(PATH, 303)
}

function requestedHost({ query }: FastifyRequest): string {
  const { host } = query as { readonly host?: unknown }
  return typeof host === 'string' ? host : ''
}

function fieldOf({ details }: AppError): CredentialField {
  const { field } = details
  return field === 'username' || field === 'password' ? field : 'host'
}
