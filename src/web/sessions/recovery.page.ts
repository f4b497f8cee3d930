import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { formField } from '../forms/form-field.ts'
import { layout, type PageFrame } from '../layout/layout.ts'

interface RecoveryView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly username: string
  /** the secret of the link */
  readonly code: string
  readonly error?: string
}

/** @returns the page of a recovery link, on which the user sets a new password */
export function recoveryPage({ frame, csrfToken, username, code, error }: RecoveryView): Html {
  const { t } = frame.words
  const main = html`
    <h1>${t('recovery.title')}</h1>
    <p class="lead">${t('recovery.lead', { username })}</p>
    <form action="/recover" method="post" class="form" data-turbo="false">
      <input type="hidden" name="_csrf_token" value="${csrfToken}" />
      <input type="hidden" name="code" value="${code}" />
      ${formField({
        id: 'password',
        name: 'password',
        label: t('setup.password'),
        type: 'password',
        autocomplete: 'new-password',
        required: true,
        ...(error === undefined ? { hint: t('setup.passwordHint') } : { error }),
      })}
      <button class="button">${t('recovery.submit')}</button>
    </form>
  `
  return layout({ frame, title: t('recovery.title'), kind: 'narrow', main })
}

/** @returns the page of a recovery link that was used, has expired or is wrong */
export function endedRecoveryPage(frame: PageFrame): Html {
  const { t } = frame.words
  const main = html`
    <h1>${t('recovery.title')}</h1>
    <p class="lead">${t('recovery.ended')}</p>
    <p><a class="button button-plain" href="/login">${t('login.title')}</a></p>
  `
  return layout({ frame, title: t('recovery.title'), kind: 'narrow', main })
}
