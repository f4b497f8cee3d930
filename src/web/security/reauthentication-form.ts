import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { formField } from '../forms/form-field.ts'
import type { Localization } from '../layout/localization.ts'

/** The fields with which a signed-in user proves their identity again, before a sensitive change. */
export type ReauthenticationField = 'password' | 'code'

/** The error message for one field of one form. */
export interface ReauthenticationError {
  readonly form: string
  readonly field: string
  readonly message: string
}

interface ReauthenticationForm {
  /** name of the form. Field ids contain it, because a page may have several such forms. */
  readonly name: string
  readonly action: string
  readonly csrfToken: string
  readonly fields: readonly ReauthenticationField[]
  /** further fields above those for password and code */
  readonly more?: Child
  readonly submit: string
  readonly refused: ReauthenticationError | undefined
  readonly isDangerous?: boolean
  /**
   * true for the first code of a new second factor. Recovery codes do not exist yet, so the hint about them is omitted.
   */
  readonly isFirstCode?: boolean
}

const AUTOCOMPLETE = { password: 'current-password', code: 'one-time-code' } as const

/**
 * @returns a form with fields for the password or a code of the second factor. Browsers submit it without Turbo,
 *   because Turbo's page cache must not contain secrets.
 */
export function reauthenticationForm(form: ReauthenticationForm, t: Localization['t']): Html {
  return html`
    <form action="${form.action}" method="post" class="form" data-turbo="false">
      <input type="hidden" name="token" value="${form.csrfToken}" />
      ${form.more}
      ${form.fields.map((field) => reauthenticationField(form, field, t))}
      <button class="${form.isDangerous ? 'button button-danger' : 'button'}">${form.submit}</button>
    </form>
  `
}

function reauthenticationField(
  { name, refused, isFirstCode }: ReauthenticationForm,
  field: ReauthenticationField,
  t: Localization['t'],
): Html {
  const error = refused?.form === name && refused.field === field ? refused.message : undefined
  return formField({
    id: `${name}-${field}`,
    name: field,
    label: t(`security.proof.${field}`),
    type: field === 'password' ? 'password' : 'text',
    autocomplete: AUTOCOMPLETE[field],
    ...(field === 'code' && !isFirstCode && { hint: t('security.proof.codeHint') }),
    required: true,
    ...(error !== undefined && { error }),
  })
}
