import { html, type Child, type Html } from '../../kernel/html.ts'
import { DIGEST_ENTRIES, type Digest } from '../../mail/digests/digest.ts'
import type { MailAddress } from '../../mail/mail-address.ts'
import { formError, formField, type FormField } from '../forms/form-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { settingsSection } from '../settings/settings-layout.ts'

/** The form of a digest, with the values that were sent, or those of the digest that it changes. */
export interface DigestForm {
  /** id of the digest that the form changes; absent for a new one */
  readonly id?: number
  readonly name: string
  readonly query: string
  /** id of the address */
  readonly address: string
  /** 1 for Monday to 7 for Sunday; empty for every day */
  readonly weekday: string
  /** such as `07:30` */
  readonly time: string
  readonly maxEntries: string
  readonly errors: Readonly<Partial<Record<DigestField, string>>>
}

export type DigestField = 'name' | 'query' | 'address' | 'weekday' | 'time' | 'maxEntries'

export const NEW_DIGEST: DigestForm = {
  name: '',
  query: '',
  address: '',
  weekday: '',
  time: '07:00',
  maxEntries: String(DIGEST_ENTRIES.fallback),
  errors: {},
}

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

interface DigestsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly addresses: readonly MailAddress[]
  readonly digests: readonly Digest[]
  readonly timeZone: string
  readonly digestForm: DigestForm
}

/** @returns the digests of the user, and the form that adds or changes one */
export function digestsSection(view: DigestsView): Html {
  const { frame, addresses, digests } = view
  const { t } = frame.words
  const confirmed = addresses.filter(({ isConfirmed }) => isConfirmed)
  const body = html`
    ${digests.length > 0 && html`<ul class="rows">${digests.map((one) => digestRow(view, one))}</ul>`}
    ${confirmed.length > 0 ? formOrFold(view, confirmed) : html`<p>${t('mail.digests.noAddress')}</p>`}
  `
  return settingsSection({ id: 'digests', title: t('mail.digests.title'), lead: t('mail.digests.lead'), body })
}

/** @returns the form. If there are digests, it is folded, unless it changes one or was refused. */
function formOrFold(view: DigestsView, confirmed: readonly MailAddress[]): Html {
  const { digestForm: given, digests, frame } = view
  const form = digestForm(view, confirmed)
  if (digests.length === 0 || given.id !== undefined || Object.keys(given.errors).length > 0) return form
  return collapsibleSection(frame.words.t('mail.digests.add'), form)
}

/** @returns the time of day of a digest, such as `07:30` */
export function timeText(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function scheduleText({ weekday, minute }: Digest, t: Localization['t']): string {
  const time = timeText(minute)
  if (weekday === null) return t('mail.digests.daily', { time })
  return t('mail.digests.weekly', { day: t(`mail.days.${weekday as 1}`), time })
}

function digestRow({ frame, csrfToken, addresses }: DigestsView, digest: Digest): Html {
  const { t } = frame.words
  const { id, name, query, addressId } = digest
  const address = addresses.find((one) => one.id === addressId)
  return html`
    <li class="row row-wide">
      <div class="row-text">
        <p class="row-name" dir="auto">${name}</p>
        <p class="meta">
          <span>${scheduleText(digest, t)}</span>
          <span><bdi>${address?.name ?? ''}</bdi></span>
          ${query !== '' && html`<span><code dir="auto">${query}</code></span>`}
        </p>
      </div>
      <div class="row-links">
        <a class="button-quiet" href="/config/mail?digest=${id}#digest-form">
          ${t('mail.digests.change')}<span class="unseen">: ${name}</span>
        </a>
        <form action="/config/mail/digests/delete" method="post">
          <input type="hidden" name="token" value="${csrfToken}" />
          <input type="hidden" name="id" value="${id}" />
          <button class="button-quiet button-danger">
            ${t('mail.digests.delete')}<span class="unseen">: ${name}</span>
          </button>
        </form>
      </div>
    </li>
  `
}

function digestForm(view: DigestsView, confirmed: readonly MailAddress[]): Html {
  const { frame, csrfToken, digestForm: form, timeZone } = view
  const { t } = frame.words
  const days = [
    { value: '', label: t('mail.digests.everyDay') },
    ...WEEKDAYS.map((day) => ({ value: day, label: t(`mail.days.${day}`) })),
  ]
  const names = confirmed.map(({ id, name }) => ({ value: String(id), label: name }))
  return html`
    <form action="/config/mail/digests" method="post" class="form" id="digest-form">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${form.id !== undefined && html`<input type="hidden" name="id" value="${form.id}" />`}
      ${formError(form.errors.address ?? form.errors.weekday)}
      ${field(form, 'name', { label: t('mail.digests.name'), hint: t('mail.digests.nameHint'), required: true })}
      ${field(form, 'query', { label: t('mail.digests.query'), hint: t('mail.digests.queryHint') })}
      ${choice('address', t('mail.digests.address'), names, form.address)}
      ${choice('weekday', t('mail.digests.day'), days, form.weekday)}
      ${field(form, 'time', {
        type: 'time',
        label: t('mail.digests.time'),
        hint: t('mail.digests.zone', { zone: timeZone }),
        required: true,
      })}
      ${field(form, 'maxEntries', {
        label: t('mail.digests.most'),
        hint: t('mail.digests.mostHint', { most: DIGEST_ENTRIES.most }),
        required: true,
      })}
      <p class="form-buttons">
        <button class="button button-plain">${t(form.id === undefined ? 'mail.digests.add' : 'config.save')}</button>
        ${form.id !== undefined && html`<a class="button-quiet" href="/config/mail#digests">${t('rules.cancel')}</a>`}
      </p>
    </form>
  `
}

function field(form: DigestForm, name: DigestField, more: Pick<FormField, 'label'> & Partial<FormField>): Html {
  const error = form.errors[name]
  return formField({
    id: `digest-${name}`,
    name,
    type: 'text',
    autocomplete: 'off',
    value: form[name],
    ...more,
    ...(error !== undefined && { error }),
  })
}

interface Option {
  readonly value: string
  readonly label: string
}

function choice(name: DigestField, label: string, options: readonly Option[], current: string): Child {
  return html`
    <div class="field">
      <label for="digest-${name}">${label}</label>
      <select id="digest-${name}" name="${name}">
        ${options.map((one) => html`<option value="${one.value}" ?selected="${one.value === current}">${one.label}</option>`)}
      </select>
    </div>
  `
}
