import { html, type Html } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { configForm } from './config-form.ts'
import { configTextField } from './config-text-field.ts'
import type { ConfigView } from './config.page.ts'
import { settingsLayout } from './settings-layout.ts'

/** @returns the settings page of the feeds: their addresses, and the number of their entries */
export function feedsPage(view: ConfigView): Html {
  const { t } = view.frame.words
  const token = html`<input type="hidden" name="token" value="${view.csrfToken}" />`
  const has = view.feeds.length > 0
  const limit = configTextField(view, 'feed_config[feed_limit]', t('config.feedLimit'), {
    value: String(view.config.feedLimit),
  })
  const addresses = html`
    <ul class="rows">${view.feeds.map((address) => html`<li class="row">${copyableText(address, t)}</li>`)}</ul>
  `
  const body = html`
    ${has && addresses}
    <div class="form-buttons">
      <form action="/generate-token" method="post">
        ${token}
        <button class="${has ? 'button-quiet' : 'button'}">
          ${has ? t('config.renewToken') : t('config.makeToken')}
        </button>
      </form>
      ${
        has &&
        html`
          <form action="/revoke-token" method="post">
            ${token}
            <button class="button-quiet button-danger">${t('config.revokeToken')}</button>
          </form>
        `
      }
    </div>
    ${configForm(view, 'feed_config', limit)}
  `
  const main = html`<div class="setting" id="set-feed_config">${body}</div>`
  return settingsLayout({
    frame: view.frame,
    title: t('config.feeds'),
    lead: t('config.feedsLead'),
    page: 'feeds',
    main,
  })
}
