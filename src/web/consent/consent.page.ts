import { html, type Html } from '../../kernel/html.ts'
import type { AuthorizationRequest } from '../../oauth/authorization/authorization-request.ts'
import { hostOfApp } from '../../oauth/apps/registered-app.ts'
import { OAUTH_PATHS } from '../../oauth/server-metadata.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { consentForm } from './consent-form.ts'
import { shownTarget } from './form-target.ts'

interface ConsentView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly username: string
  readonly request: AuthorizationRequest
  /** the parameters of the request, which the form sends again */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Makes Turbo load this page in full, so that its own content security policy applies: the form leads to the address of the
 * app.
 */
const FULL_RELOAD = html`<meta name="turbo-visit-control" content="reload">`

/** @returns the page on which the user decides whether an app may use the library */
export function consentPage({ frame, csrfToken, username, request, parameters }: ConsentView): Html {
  const { t } = frame.words
  const { app, scopes, redirectUri } = request
  const host = hostOfApp(app)
  const main = consentForm({
    action: OAUTH_PATHS.authorize,
    csrfToken,
    app,
    scopes,
    username,
    fields: Object.fromEntries(parameters),
    notes: html`
      <p>${host === undefined ? t('consent.selfNamed') : t('consent.describedBy', { host })}</p>
      <p>${t('consent.returnTo', { address: shownTarget(redirectUri) })}</p>
    `,
    t,
  })
  const title = t('consent.title', { app: app.name })
  return layout({ frame, title, kind: 'narrow', main, head: FULL_RELOAD, sheets: ['consent'] })
}

interface RefusedView {
  readonly frame: PageFrame
  readonly message: string
  /** address at which the app receives the error; absent if the browser must not return to the app */
  readonly address?: string
}

/** @returns the page that explains why an app cannot be connected */
export function refusedConsentPage({ frame, message, address }: RefusedView): Html {
  const { t } = frame.words
  const title = t('consent.wrongTitle')
  const main = html`
    <h1>${title}</h1>
    <p class="lead" dir="auto">${message}</p>
    ${address !== undefined && html`<p><a class="button button-plain" href="${address}">${t('consent.back')}</a></p>`}
  `
  return layout({ frame, title, kind: 'narrow', main })
}
