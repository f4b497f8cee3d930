import type { ChangeSiteCredentialsDeps } from '../../site-credentials/change-site-credentials.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import type { CredentialField, CredentialsView } from './site-credentials.page.ts'
import { deleteSiteCredential, setSiteCredential } from '../../site-credentials/change-site-credentials.ts'
import { credentialsPage } from './site-credentials.page.ts'
import { listSiteCredentials } from '../../site-credentials/list-site-credentials.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface CredentialsPageDeps extends WebContext, ChangeSiteCredentialsDeps, SecurityEventsUser {}

/** The host whose login the form changes, and the rejected input to show again. */
type Shown = { readonly host: string } & Pick<CredentialsView, 'given' | 'refused'>

const PATH = '/site-credentials/'

/** Adds the page of the viewer's logins for sites. */
export function addCredentialsPageRoutes(routes: ServerRoutes, deps: CredentialsPageDeps): void {
  routes.get('/site-credentials', () => redirectTo(PATH, 301))
  routes.get(PATH, (request) => showCredentials(deps, request, { host: requestedHost(request) }))
  routes.post(PATH, (request) => save(deps, request))
  routes.post('/site-credentials/delete', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    await deleteSiteCredential(deps, owner, formText(fields, 'host'))
    await recordOwnEvent(deps, request, 'site-login-removed')
    return redirectWithNotice(request, PATH, localizationFor(request).t('credentials.deleted'))
  })
}

async function save(deps: CredentialsPageDeps, request: ServerRequest): Promise<WebResponse> {
  const { owner, fields } = checkedForm(deps, request, 'site_credential[_token]')
  const given = (name: CredentialField) => formText(fields, `site_credential[${name}]`)
  const [host, username] = [hostOf(given('host')), given('username')]
  try {
    await setSiteCredential(deps, owner, { host, username, password: given('password') })
    await recordOwnEvent(deps, request, 'site-login-stored')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showCredentials(deps, request, { host, given: { host, username }, refused: fieldOf(error) })
  }
  return redirectWithNotice(request, PATH, localizationFor(request).t('credentials.saved'))
}

/** @returns the host if the user pasted an address; otherwise the text unchanged */
function hostOf(text: string): string {
  const url = URL.parse(text.trim())
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.hostname : text
}

async function showCredentials(
  deps: CredentialsPageDeps,
  request: ServerRequest,
  { host, ...refused }: Shown,
): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const credentials = await listSiteCredentials(deps, user.id)
  const edited = credentials.find((one) => one.host === host)
  const frame = frameFor(deps, request)
  const page = credentialsPage({ ...refused, frame, csrfToken, credentials, ...(edited && { edited }) })
  return pageResponse(page, refused.refused ? 422 : 200)
}

function requestedHost({ query }: ServerRequest): string {
  const { host } = query
  return typeof host === 'string' ? host : ''
}

function fieldOf({ details }: AppError): CredentialField {
  const { field } = details
  return field === 'username' || field === 'password' ? field : 'host'
}
