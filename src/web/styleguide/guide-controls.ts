import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { adminButton } from '../admin/admin-button.ts'
import { formError, formField } from '../forms/form-field.ts'
import { icon } from '../layout/icon.ts'
import { reauthenticationForm } from '../security/reauthentication-form.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { radioGroup } from '../settings/radio-group.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'

type T = Localization['t']

/** An invalid CSRF token. The server therefore refuses the forms of the styleguide, so that they change nothing. */
export const GUIDE_TOKEN = 'styleguide'
const NOWHERE = '/styleguide'

/** @returns samples of every kind of button, and of a link that looks like a button */
export function buttons(t: T): Html {
  const label = t('styleguide.sample.button')
  const shared = { action: NOWHERE, csrfToken: GUIDE_TOKEN, label, about: t('styleguide.title') }
  return html`
    <div class="guide-line">
      <button class="button" type="button">${label}</button>
      <button class="button button-plain" type="button">${label}</button>
      <button class="button button-danger" type="button">${label}</button>
      <button class="button-quiet" type="button">${label}</button>
      <button class="button-quiet button-danger" type="button">${label}</button>
      <button class="button-icon" type="button" title="${label}">
        ${icon('archive')}
        <span class="unseen">${label}</span>
      </button>
      <a class="button" href="#buttons">${t('styleguide.sample.link')}</a>
    </div>
    <div class="guide-line">
      ${(['quiet', 'plain', 'danger'] as const).map((variant) => adminButton({ ...shared, variant }))}
    </div>
  `
}

/**
 * @returns samples of text fields (empty, with a hint, with an error) and of controls for a choice: select box, slider,
 *   checkbox and radio buttons
 */
export function fields(t: T): Html {
  const field = { type: 'text', autocomplete: 'off', label: t('styleguide.sample.label') } as const
  const themes = (['light', 'sepia', 'dark'] as const).map((value) => ({ value, label: t(`reader.themes.${value}`) }))
  return html`
    <div class="form">
      ${formField({ ...field, id: 'guide-plain', name: 'plain' })}
      ${formField({
        ...field,
        id: 'guide-hint',
        name: 'hint',
        hint: t('styleguide.sample.hint'),
        value: t('styleguide.sample.tag'),
      })}
      ${formField({
        ...field,
        id: 'guide-refused',
        name: 'refused',
        hint: t('styleguide.sample.hint'),
        error: t('styleguide.sample.error'),
        value: '…',
        required: true,
      })}
      ${formField({
        ...field,
        id: 'guide-secret',
        name: 'password',
        type: 'password',
        autocomplete: 'new-password',
        value: 'password',
      })}
      ${formError(t('styleguide.sample.error'))}
      <div class="field">
        <label for="guide-select">${t('styleguide.sample.label')}</label>
        <select id="guide-select" name="select">
          ${themes.map(({ value, label }) => html`<option value="${value}">${label}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="guide-range">${t('reader.measures.size')}</label>
        <input id="guide-range" name="range" type="range" min="1" max="9" value="4">
      </div>
      <div class="choice">
        <input type="checkbox" id="guide-check" name="check" checked>
        <label for="guide-check">${t('styleguide.sample.label')}</label>
      </div>
      ${radioGroup({ name: 'guide', legend: t('reader.theme'), options: themes, current: 'sepia' })}
    </div>
  `
}

/** @returns samples of collapsed sections, copyable texts, and a form that asks for the password */
export function folds(frame: PageFrame): Html {
  const { t } = frame.words
  const refused = { form: 'guide', field: 'password', message: t('security.proof.wrong.password') }
  const form = reauthenticationForm(
    {
      name: 'guide',
      action: NOWHERE,
      csrfToken: GUIDE_TOKEN,
      fields: ['password', 'code'],
      submit: t('styleguide.sample.button'),
      refused,
      isDangerous: true,
    },
    frame,
  )
  return html`
    ${collapsibleSection(t('styleguide.sample.fold'), html`<p>${t('styleguide.sample.sentence')}</p>`)}
    ${collapsibleSection(t('styleguide.sample.foldOpen'), form, true)}
    ${copyableText('https://paperandink.example/feed', t)}
  `
}
