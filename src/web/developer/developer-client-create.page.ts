import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { formError, formField } from '../forms/form-field.ts'
import { completeAnswersBox } from './complete-answers-checkbox.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout } from '../settings/settings-layout.ts'

export interface DeveloperClientCreateView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly values: { readonly name?: string; readonly redirectUris?: string; readonly hasCompleteAnswers?: boolean }
  readonly errors: { readonly form?: string; readonly name?: string; readonly redirectUris?: string }
}

/**
 * @returns the page with the form that creates a client. The wallabag app for Android finds the hidden field by its
 *   exact markup (wallabag contract, section 10).
 */
export function developerClientCreatePage({ frame, csrfToken, values, errors }: DeveloperClientCreateView): Html {
  const { t } = frame.words
  const main = html`
    <div class="setting">
      ${formError(errors.form)}
      <form action="/developer/client/create" method="post" class="form" data-turbo="false">
        <input type="hidden" id="client__token" name="client[_token]" value="${csrfToken}" />
        ${formField({
          id: 'client_name',
          name: 'client[name]',
          label: t('client-create.name'),
          type: 'text',
          autocomplete: 'off',
          hint: t('client-create.nameHint'),
          required: true,
          ...given('value', values.name),
          ...given('error', errors.name),
        })}
        ${formField({
          id: 'client_redirect_uris',
          name: 'client[redirect_uris]',
          label: t('client-create.redirectUris'),
          type: 'url',
          autocomplete: 'off',
          hint: t('client-create.redirectUrisHint'),
          ...given('value', values.redirectUris),
          ...given('error', errors.redirectUris),
        })}
        ${completeAnswersBox(values.hasCompleteAnswers ?? false, t)}
        <p class="form-buttons">
          <button class="button" id="client_save" name="client[save]">${t('client-create.submit')}</button>${' '}
          <a class="button-quiet" href="/developer">${t('client-create.back')}</a>
        </p>
      </form>
    </div>
  `
  const title = t('client-create.title')
  return settingsLayout({ frame, title, lead: t('client-create.lead'), page: 'clients', current: 'clients', main })
}

const given = (key: 'value' | 'error', text: string | undefined): { value?: string; error?: string } =>
  text === undefined ? {} : { [key]: text }
