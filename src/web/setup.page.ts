import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { formError, formField } from './form-field.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

export interface SetupView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** The one-time code from the address that the start printed. */
  readonly code: string
  readonly values: { readonly username?: string; readonly email?: string }
  readonly errors: {
    readonly form?: string
    readonly username?: string
    readonly email?: string
    readonly password?: string
  }
}

const WORDS = {
  title: 'Welcome',
  lead: 'Create the first account. It looks after this server; more accounts can follow later.',
  username: 'Username',
  email: 'E-mail (optional)',
  emailHint: 'Only used to reach you about this account.',
  password: 'Password',
  passwordHint: 'At least 8 characters. Any characters will do; a few words in a row are good.',
  submit: 'Create account',
}

/** @returns the page of the first visit. Posts `username`, `email`, `password`, `code`, `_csrf_token` to `/setup`. */
export function setupPage({ frame, csrfToken, code, values, errors }: SetupView): Html {
  const main = html`<h1>${WORDS.title}</h1>
<p class="lead">${WORDS.lead}</p>
${formError(errors.form)}
<form action="/setup" method="post" class="form">
<input type="hidden" name="_csrf_token" value="${csrfToken}" />
<input type="hidden" name="code" value="${code}" />
${formField({ id: 'username', name: 'username', label: WORDS.username, type: 'text', autocomplete: 'username', required: true, ...pick(values.username, errors.username) })}
${formField({ id: 'email', name: 'email', label: WORDS.email, type: 'email', autocomplete: 'email', hint: WORDS.emailHint, ...pick(values.email, errors.email) })}
${formField({ id: 'password', name: 'password', label: WORDS.password, type: 'password', autocomplete: 'new-password', hint: WORDS.passwordHint, required: true, ...pick(undefined, errors.password) })}
<button class="button">${WORDS.submit}</button>
</form>`
  return layout({ frame, title: WORDS.title, kind: 'door', main })
}

const pick = (value: string | undefined, error: string | undefined): { value?: string; error?: string } => ({
  ...(value !== undefined && { value }),
  ...(error !== undefined && { error }),
})
