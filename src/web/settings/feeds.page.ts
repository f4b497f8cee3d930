import { html, type Html } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { configForm } from './config-form.ts'
import { configTextField } from './config-text-field.ts'
import type { ConfigView, FeedList } from './config.page.ts'
import { settingsLayout } from './settings-layout.ts'

/** @returns the settings page of the feeds: their addresses, and the number of their entries */
export function feedsPage(view: ConfigView): Html {
  const { t, language } = view.frame.words
  const token = html`<input type="hidden" name="token" value="${view.csrfToken}" />`
  const has = view.feeds.some(({ address }) => address !== undefined)
  const nameOf = (list: FeedList) => t(`frame.places.${list}`)
  const names = new Intl.ListFormat(language).format(view.feeds.map(({ list }) => nameOf(list)))
  const limit = configTextField(view, 'feed_config[feed_limit]', t('config.feedLimit'), {
    value: String(view.config.feedLimit),
  })
  const addresses = html`
    <ul class="rows">
      ${view.feeds.map(
        ({ list, address }) => html`
          <li class="row row-wide">
            <div class="row-text">
              <p class="row-name">${nameOf(list)}</p>
              <p>${address !== undefined && copyableText(address, t)}</p>
            </div>
          </li>
        `,
      )}
    </ul>
  `
  const body = html`
    ${has ? addresses : html`<p>${t('config.feedsNone', { lists: names })}</p>`}
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
    ${(has || view.errors.size > 0) && configForm(view, 'feed_config', limit)}
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
