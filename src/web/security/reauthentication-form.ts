import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { formError, formField } from '../forms/form-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { passkeyProof } from '../passkeys/passkey-buttons.ts'

/** The fields with which a signed-in user proves their identity again, before a sensitive change. */
export type ReauthenticationField = 'password' | 'code'

/** The error message for one field of one form. */
export interface ReauthenticationError {
  readonly form: string
  readonly field: string
  readonly message: string
}

interface ProofFields {
  /** name of the form. Field ids contain it, because a page may have several such forms. */
  readonly name: string
  readonly fields: readonly ReauthenticationField[]
  readonly refused: ReauthenticationError | undefined
  /**
   * true for the first code of a new second factor. Recovery codes do not exist yet, so the hint about them is omitted.
   */
  readonly isFirstCode?: boolean
}

interface ReauthenticationForm extends ProofFields {
  readonly action: string
  readonly csrfToken: string
  /** further fields above those for password and code */
  readonly more?: Child
  readonly submit: string
  readonly isDangerous?: boolean
}

const AUTOCOMPLETE = { password: 'current-password', code: 'one-time-code' } as const

/**
 * @returns a form with fields for the password or a code of the second factor. Browsers submit it without Turbo,
 *   because Turbo's page cache must not contain secrets.
 */
export function reauthenticationForm(form: ReauthenticationForm, frame: PageFrame): Html {
  return html`
    <form action="${form.action}" method="post" class="form" data-turbo="false">
      <input type="hidden" name="token" value="${form.csrfToken}" />
      ${form.more}
      ${proofFields(form, frame)}
      <button class="${form.isDangerous ? 'button button-danger' : 'button'}">${form.submit}</button>
      ${passkeyProof(frame)}
    </form>
  `
}

/**
 * @returns the fields for the password and the code. Without a password, an account needs a recent sign-in or a passkey,
 *   and the form says so.
 */
export function proofFields(proof: ProofFields, { viewer, words: { t } }: PageFrame): Child {
  const { name, refused } = proof
  const isWhole = refused?.form === name && (refused.field === 'passkey' || refused.field === 'sign-in')
  const fields = proof.fields.filter((field) => field !== 'password' || !viewer?.hasNoPassword)
  return [
    isWhole && formError(refused.message),
    fields.length < proof.fields.length && html`<p class="field-hint">${t('security.proof.noPassword')}</p>`,
    fields.map((field) => reauthenticationField(proof, field, t)),
  ]
}

function reauthenticationField(
  { name, refused, isFirstCode }: ProofFields,
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
