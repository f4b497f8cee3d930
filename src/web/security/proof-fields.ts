import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { formField } from '../forms/form-field.ts'
import type { Words } from '../layout/words.ts'

/** What a change of the second factor asks for besides the session. */
export type ProofField = 'password' | 'code'

/** A field that was refused, in the form with this name. */
export interface RefusedProof {
  readonly form: string
  readonly field: string
  readonly message: string
}

export interface ProofForm {
  /** distinguishes the fields of several forms of a page */
  readonly name: string
  readonly action: string
  readonly csrfToken: string
  readonly fields: readonly ProofField[]
  /** fields before those of the proof */
  readonly more?: Child
  readonly submit: string
  readonly refused: RefusedProof | undefined
  readonly isDangerous?: boolean
  /** whether a recovery code will not do */
  readonly isFirstCode?: boolean
}

const AUTOCOMPLETE = { password: 'current-password', code: 'one-time-code' } as const

/** @returns a form that asks again who somebody is, and is sent as a whole page: secrets stand in no page that is kept */
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
