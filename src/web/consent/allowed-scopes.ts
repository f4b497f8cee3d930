import { html, type Html } from '../../kernel/html.ts'
import { APP_SCOPES, type AppScope } from '../../users/passwords/app-scopes.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'

const ICONS = { read: 'book-open', save: 'bookmark-plus', write: 'pencil' } as const

/** @returns what an app may do with these scopes, in words */
export function allowedScopes(scopes: readonly AppScope[], t: Localization['t']): Html {
  const allowed = APP_SCOPES.filter((scope) => scopes.includes(scope))
  return html`
    <p>${t('consent.can')}</p>
    <ul class="consent-scopes">
      ${allowed.map((scope) => html`<li>${icon(ICONS[scope])}<span>${t(`consent.scopes.${scope}`)}</span></li>`)}
    </ul>
  `
}
