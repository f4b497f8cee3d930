import { html, type Child, type Html } from '../../kernel/html.ts'
import type { RegisteredApp } from '../../oauth/apps/registered-app.ts'
import type { AppScope } from '../../users/passwords/app-scopes.ts'
import type { Localization } from '../layout/localization.ts'
import { allowedScopes } from './allowed-scopes.ts'

interface ConsentForm {
  readonly action: string
  readonly csrfToken: string
  readonly app: RegisteredApp
  readonly scopes: readonly AppScope[]
  readonly username: string
  /** further hidden fields, by name */
  readonly fields: Readonly<Record<string, string>>
  /** further sentences above the buttons */
  readonly notes: Child
  readonly t: Localization['t']
}

/**
 * @returns the question whether an app may use the library, with its two answers. Browsers submit the form without Turbo,
 *   because the response leads to the app.
 */
export function consentForm({ action, csrfToken, app, scopes, username, fields, notes, t }: ConsentForm): Html {
  return html`
    <h1 dir="auto">${t('consent.title', { app: app.name })}</h1>
    ${allowedScopes(scopes, t)}
    ${notes}
    <form action="${action}" method="post" class="form" data-turbo="false">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <p class="form-buttons">
        <button class="button" name="decision" value="allow">${t('consent.allow')}</button>${' '}
        <button class="button button-plain" name="decision" value="refuse">${t('consent.deny')}</button>
      </p>
    </form>
    <p class="meta">${t('consent.account', { username })}</p>
    <p class="meta">${endLink(t)}</p>
  `
}

/** @returns the sentence that names the page on which the user can end the access, with a link to it */
function endLink(t: Localization['t']): Child {
  const mark = '\u0000'
  const [before, after] = t('consent.end', { link: mark }).split(mark)
  return html`<span>${before}<a href="/config/security#clients">${t('security.clients.title')}</a>${after}</span>`
}
