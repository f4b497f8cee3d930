import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { formField } from '../forms/form-field.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import { timeZoneField } from './time-zone-field.ts'

export interface SetupView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** the setup code from the address that the server prints at startup */
  readonly code: string
  readonly values: { readonly username?: string; readonly email?: string; readonly timeZone?: string }
  readonly errors: {
    readonly username?: string
    readonly email?: string
    readonly password?: string
  }
}

/**
 * @param isWrong true if the user has entered a wrong code
 * @returns the page of a server without accounts. It asks for the setup code, and explains where the server has printed
 *   it.
 */
export function firstAccountPage(frame: PageFrame, isWrong: boolean): Html {
  const { t } = frame.words
  const title = t('setup.firstTitle')
  const main = html`
    <h1>${title}</h1>
    <p class="lead">${t('setup.firstLead')}</p>
    <p><code>docker compose logs</code><br><code>journalctl -u dogear</code></p>
    <form action="/setup" method="get" class="form">
      ${formField({
        id: 'code',
        name: 'code',
        label: t('setup.code'),
        type: 'text',
        autocomplete: 'off',
        hint: t('setup.codeHint'),
        required: true,
        hasFocus: true,
        ...(isWrong && { error: t('setup.wrongCode') }),
      })}
      <button class="button">${t('setup.continue')}</button>
    </form>
  `
  return layout({ frame, title, kind: 'narrow', main })
}

/**
 * @returns the page that creates the first account. Its form sends `username`, `email`, `password`, `code` and
 *   `_csrf_token` to `/setup`.
 */
export function setupPage({ frame, csrfToken, code, values, errors }: SetupView): Html {
  const { t } = frame.words
  const main = html`
    <h1>${t('setup.title')}</h1>
    <p class="lead">${t('setup.lead')}</p>
    <form action="/setup" method="post" class="form">
      <input type="hidden" name="_csrf_token" value="${csrfToken}" />
      <input type="hidden" name="code" value="${code}" />
      ${timeZoneField(values.timeZone)}
      ${formField({
        id: 'username',
        name: 'username',
        label: t('setup.username'),
        type: 'text',
        autocomplete: 'username',
        required: true,
        hasFocus: Object.keys(errors).length === 0,
        ...pick(values.username, errors.username),
      })}
      ${formField({
        id: 'email',
        name: 'email',
        label: t('setup.email'),
        type: 'email',
        autocomplete: 'email',
        hint: t('setup.emailHint'),
        ...pick(values.email, errors.email),
      })}
      ${formField({
        id: 'password',
        name: 'password',
        label: t('setup.password'),
        type: 'password',
        autocomplete: 'new-password',
        required: true,
        ...(errors.password === undefined ? { hint: t('setup.passwordHint') } : { error: errors.password }),
      })}
      <button class="button">${t('setup.submit')}</button>
    </form>
  `
  return layout({ frame, title: t('setup.title'), kind: 'narrow', main })
}

const pick = (value: string | undefined, error: string | undefined): { value?: string; error?: string } => ({
  ...(value !== undefined && { value }),
  ...(error !== undefined && { error }),
})
