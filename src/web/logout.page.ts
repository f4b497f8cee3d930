import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

export interface LogoutView {
  readonly frame: PageFrame
  readonly csrfToken: string
}

const WORDS = {
  title: 'Sign out?',
  lead: 'What you saved stays here. You will need your password to come back.',
  submit: 'Sign out',
  back: 'Stay signed in',
}

/** @returns the question behind the link: only its `POST /logout` with `_csrf_token` ends the session */
export function logoutPage({ frame, csrfToken }: LogoutView): Html {
  const main = html`<h1>${WORDS.title}</h1>
<p class="lead">${WORDS.lead}</p>
<form action="/logout" method="post" class="form">
<input type="hidden" name="_csrf_token" value="${csrfToken}" />
<p class="form-buttons"><button class="button">${WORDS.submit}</button> <a class="button-quiet" href="/">${WORDS.back}</a></p>
</form>`
  return layout({ frame, title: WORDS.title, kind: 'door', main })
}
