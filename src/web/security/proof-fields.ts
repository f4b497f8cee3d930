import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { formField } from '../forms/form-field.ts'
import type { Words } from '../layout/words.ts'

/** The fields that a change of the second factor requires besides the session. */
export type ProofField = 'password' | 'code'

/** A refused field of the form with this name. */
export interface RefusedProof {
  readonly form: string
  readonly field: string
  readonly message: string
}

export interface ProofForm {
  /** distinguishes the fields of several forms on a page */
  readonly name: string
  readonly action: string
  readonly csrfToken: string
  readonly fields: readonly ProofField[]
  /** fields before those of the proof */
  readonly more?: Child
  readonly submit: string
  readonly refused: RefusedProof | undefined
  readonly isDangerous?: boolean
  /** whether recovery codes are not accepted */
  readonly isFirstCode?: boolean
}

const AUTOCOMPLETE = { password: 'current-password', code: 'one-time-code' } as const

/**
 * @returns a form that checks the user's identity again, and loads a whole page: cached pages must not contain secrets
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
