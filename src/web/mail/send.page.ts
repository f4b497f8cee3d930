import { html, type Html } from '../../kernel/html.ts'
import type { MailAddress } from '../../mail/mail-address.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'

interface SendView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** path that the user returns to */
  readonly back: string
  /** ids and titles of the entries, in order */
  readonly entries: readonly { readonly id: number; readonly title: string }[]
  /** the confirmed addresses */
  readonly addresses: readonly MailAddress[]
}

/** Number of titles on the page. */
const MAX_TITLES = 10

/** @returns the page on which the user chooses the address to which entries are sent */
export function sendPage(view: SendView): Html {
  const { frame, back, entries, addresses } = view
  const { t } = frame.words
  const rest = entries.length - MAX_TITLES
  const main = html`
    <header class="settings-head">
      <p class="eyebrow"><a href="${back}" data-action-name="back">${t('mail.send.back')}</a></p>
      <h1>${t('mail.send.title')}</h1>
      <p class="lead">${t('mail.send.lead', { count: entries.length })}</p>
    </header>
    <div class="setting">
      <ul>
        ${entries.slice(0, MAX_TITLES).map(({ title }) => html`<li dir="auto">${title}</li>`)}
        ${rest > 0 && html`<li>${t('mail.send.more', { count: rest })}</li>`}
      </ul>
    </div>
    <div class="setting">
      ${
        addresses.length === 0
          ? html`<p>${t('mail.send.noAddress')}</p>`
          : html`<ul class="rows">${addresses.map((one) => addressRow(view, one))}</ul>`
      }
      <p><a href="/config/mail#addresses">${t('mail.send.settings')}</a></p>
    </div>
  `
  return layout({
    frame,
    title: t('mail.send.title'),
    kind: 'lists',
    sheets: ['settings'],
    main: html`<div class="settings-main">${main}</div>`,
  })
}

function addressRow({ frame, csrfToken, back, entries }: SendView, { id, name, address }: MailAddress): Html {
  return html`
    <li class="row row-wide">
      ${icon('mail')}
      <div class="row-text">
        <p class="row-name"><bdi>${name}</bdi></p>
        <p class="meta"><span><bdi>${address}</bdi></span></p>
      </div>
      <form action="/send" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="entries" value="${entries.map((one) => one.id).join()}" />
        <input type="hidden" name="address" value="${id}" />
        <input type="hidden" name="back" value="${back}" />
        <button class="button button-plain">
          ${frame.words.t('mail.send.button')}<span class="unseen">: ${name}</span>
        </button>
      </form>
    </li>
  `
}
