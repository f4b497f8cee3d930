import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { formField } from '../forms/form-field.ts'
import type { Words } from '../layout/interface-words.ts'

/** The fields in which a signed-in user proves their identity again. */
export type ProofField = 'password' | 'code'

/** The error of one field in one form. */
export interface RefusedProof {
  readonly form: string
  readonly field: string
  readonly message: string
}

export interface ProofForm {
  /** name of the form, which distinguishes the fields of several forms on a page */
  readonly name: string
  readonly action: string
  readonly csrfToken: string
  readonly fields: readonly ProofField[]
  /** further fields, above those of the proof */
  readonly more?: Child
  readonly submit: string
  readonly refused: RefusedProof | undefined
  readonly isDangerous?: boolean
  /** whether this is the first code of a new second factor, for which recovery codes do not exist yet */
  readonly isFirstCode?: boolean
}

const AUTOCOMPLETE = { password: 'current-password', code: 'one-time-code' } as const

/**
 * @returns a form in which the user proves their identity again. It is submitted without Turbo, whose cache must not
 * contain secrets
 */
export function proofForm(form: ProofForm, t: Words['t']): Html {
  return html`<form action="${form.action}" method="post" class="form" data-turbo="false">
<input type="hidden" name="token" value="${form.csrfToken}" />
${form.more}
${form.fields.map((field) => proofField(form, field, t))}
<button class="${form.isDangerous ? 'button button-danger' : 'button'}">${form.submit}</button>
</form>`
}

function proofField({ name, refused, isFirstCode }: ProofForm, field: ProofField, t: Words['t']): Html {
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
