import { html, type Html } from '../../kernel/html.ts'
import type { MailAddress } from '../../mail/mail-address.ts'
import { formError, formField } from '../forms/form-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsSection } from '../settings/settings-layout.ts'

/** The form for a new address, as it was sent. */
export interface AddressForm {
  readonly name: string
  readonly address: string
  /** error of the address */
  readonly error?: string
  /** error of the whole form */
  readonly formError?: string
}

interface AddressesView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly from: string
  readonly addresses: readonly MailAddress[]
  readonly addressForm: AddressForm
}

/** @returns the addresses of the user, and the form for another one */
export function addressesSection(view: AddressesView): Html {
  const { frame, addresses, from } = view
  const { t } = frame.words
  const body = html`
    ${addresses.length > 0 && html`<ul class="rows">${addresses.map((one) => addressRow(view, one))}</ul>`}
    ${addresses.length === 0 ? addressForm(view) : addressFold(view)}
  `
  return settingsSection({
    id: 'addresses',
    title: t('mail.addresses.title'),
    lead: t('mail.addresses.lead', { from }),
    body,
  })
}

function addressRow({ csrfToken, frame }: AddressesView, { id, name, address, isConfirmed }: MailAddress): Html {
  const { t } = frame.words
  const fields = html`
    <input type="hidden" name="token" value="${csrfToken}" />
    <input type="hidden" name="id" value="${id}" />
  `
  return html`
    <li class="row row-wide">
      <div class="row-text">
        <p class="row-name"><bdi>${name}</bdi></p>
        <p class="meta">
          <span><bdi>${address}</bdi></span>${!isConfirmed && html`<span>${t('mail.addresses.waiting')}</span>`}
        </p>
      </div>
      <div class="row-links">
        ${
          !isConfirmed &&
          html`
            <form action="/config/mail/addresses/repeat" method="post">
              ${fields}
              <button class="button-quiet">
                ${t('mail.addresses.repeat')}<span class="unseen">: ${name}</span>
              </button>
            </form>
          `
        }
        <form action="/config/mail/addresses/delete" method="post">
          ${fields}
          <button class="button-quiet button-danger">
            ${t('mail.addresses.remove')}<span class="unseen">: ${name}</span>
          </button>
        </form>
      </div>
    </li>
  `
}

/** @returns the form, folded unless it was refused */
function addressFold(view: AddressesView): Html {
  const { error, formError: errorOfForm } = view.addressForm
  const isOpen = error !== undefined || errorOfForm !== undefined
  return collapsibleSection(view.frame.words.t('mail.addresses.add'), addressForm(view), isOpen)
}

function addressForm({ csrfToken, frame, addressForm: form }: AddressesView): Html {
  const { t } = frame.words
  return html`
    <form action="/config/mail/addresses" method="post" class="form">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${formError(form.formError)}
      ${formField({
        id: 'mail-address',
        name: 'address',
        label: t('mail.addresses.address'),
        type: 'email',
        autocomplete: 'off',
        value: form.address,
        hint: t('mail.addresses.addressHint'),
        required: true,
        ...(form.error !== undefined && { error: form.error }),
      })}
      ${formField({
        id: 'mail-name',
        name: 'name',
        label: t('mail.addresses.name'),
        type: 'text',
        autocomplete: 'off',
        value: form.name,
        hint: t('mail.addresses.nameHint'),
      })}
      <button class="button">${t('mail.addresses.add')}</button>
    </form>
  `
}
