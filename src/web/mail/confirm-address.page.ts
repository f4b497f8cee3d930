import { html, type Child, type Html } from '../../kernel/html.ts'
import { CONFIRMATION_PATH } from '../../mail/change-mail-addresses.ts'
import { layout, type PageFrame } from '../layout/layout.ts'

type ConfirmAddressView = { readonly frame: PageFrame } & (
  | {
      readonly kind: 'asked'
      readonly address: string
      readonly token: string
      /** public address of this server */
      readonly server: string
    }
  | { readonly kind: 'confirmed'; readonly address: string }
  /** the link is wrong or has expired */
  | { readonly kind: 'wrong' }
)

/** @returns the page that a confirmation mail links to */
export function confirmAddressPage(view: ConfirmAddressView): Html {
  const { frame } = view
  const title = frame.words.t('mail.confirm.title')
  return layout({ frame, title, kind: 'narrow', main: html`<h1>${title}</h1>${content(view)}` })
}

function content(view: ConfirmAddressView): Child {
  const { t } = view.frame.words
  if (view.kind === 'wrong') return html`<p class="lead">${t('mail.confirm.wrong')}</p>`
  const { address } = view
  if (view.kind === 'confirmed') return html`<p class="lead">${t('mail.confirm.done', { address })}</p>`
  return html`
    <p class="lead">${t('mail.confirm.lead', { address, server: view.server })}</p>
    <form action="${CONFIRMATION_PATH}" method="post" class="form" data-turbo="false">
      <input type="hidden" name="token" value="${view.token}" />
      <p class="form-buttons"><button class="button">${t('mail.confirm.button')}</button></p>
    </form>
  `
}
