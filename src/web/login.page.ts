import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { formError, formField } from './form-field.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

export interface LoginView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly username?: string
  /** Why the last attempt did not succeed. */
  readonly error?: string
}

const WORDS = {
  title: 'Sign in',
  username: 'Username',
  password: 'Password',
  remember: 'Stay signed in on this device',
  submit: 'Sign in',
}

/** @returns the sign-in page. Apps find the form tag and the hidden field by their exact text (contract, section 10). */
export function loginPage({ frame, csrfToken, username, error }: LoginView): Html {
  const main = html`<h1>${WORDS.title}</h1>
${formError(error)}
<div class="form">
<form action="/login_check" method="post" name="loginform">
<input type="hidden" name="_csrf_token" value="${csrfToken}" />
${formField({ id: 'username', name: '_username', label: WORDS.username, type: 'text', autocomplete: 'username', required: true, ...(username !== undefined && { value: username }) })}
${formField({ id: 'password', name: '_password', label: WORDS.password, type: 'password', autocomplete: 'current-password', required: true })}
<div class="choice"><input type="checkbox" id="remember_me" name="_remember_me" value="on"><label for="remember_me">${WORDS.remember}</label></div>
<button class="button" name="send">${WORDS.submit}</button>
</form>
</div>`
  return layout({ frame, title: WORDS.title, kind: 'door', main })
}
