import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { formError, formField } from './form-field.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

export interface DeveloperClientCreateView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly values: { readonly name?: string; readonly redirectUris?: string }
  readonly errors: { readonly form?: string; readonly name?: string; readonly redirectUris?: string }
}

const WORDS = {
  title: 'Create a client',
  lead: 'You get an ID and a secret to paste into the app.',
  name: 'Name',
  nameHint: 'So that you know it again, such as “Phone” or “Backup script”.',
  redirectUris: 'Redirect address (optional)',
  redirectUrisHint: 'Leave it empty unless the app asks for one.',
  submit: 'Create client',
  back: 'Back to API clients',
}

/** @returns the form for a new client. Android reads its hidden field by its exact text (contract, section 10). */
export function developerClientCreatePage({ frame, csrfToken, values, errors }: DeveloperClientCreateView): Html {
  const main = html`<p class="eyebrow"><a href="/developer">${WORDS.back}</a></p>
<h1>${WORDS.title}</h1>
<p class="lead">${WORDS.lead}</p>
${formError(errors.form)}
<form action="/developer/client/create" method="post" class="form">
<input type="hidden" id="client__token" name="client[_token]" value="${csrfToken}" />
${formField({ id: 'client_name', name: 'client[name]', label: WORDS.name, type: 'text', autocomplete: 'off', hint: WORDS.nameHint, required: true, ...given('value', values.name), ...given('error', errors.name) })}
${formField({ id: 'client_redirect_uris', name: 'client[redirect_uris]', label: WORDS.redirectUris, type: 'url', autocomplete: 'off', hint: WORDS.redirectUrisHint, ...given('value', values.redirectUris), ...given('error', errors.redirectUris) })}
<button class="button" id="client_save" name="client[save]">${WORDS.submit}</button>
</form>`
  return layout({ frame, title: WORDS.title, kind: 'lists', current: 'clients', main })
}

const given = (key: 'value' | 'error', text: string | undefined): { value?: string; error?: string } =>
  text === undefined ? {} : { [key]: text }
