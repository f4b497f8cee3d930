import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** A text field with a label. Screen readers read its hint and its error together with it. */
export interface FormField {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'password' | 'email' | 'url' | 'date' | 'time'
  /** autofill token (HTML standard, section 4.10.18.7.1) */
  readonly autocomplete: string
  readonly value?: string
  readonly hint?: Child
  readonly error?: string
  readonly required?: boolean
  /** true if the field has the focus when the page opens. A field with an error always has it. */
  readonly hasFocus?: boolean
}

/** @returns a field with its label, hint and error. A field with an error has the focus when the page opens. */
export function formField(field: FormField): Html {
  return html`
    <div class="field">
      <label for="${field.id}">${field.label}</label>
      ${input(field)}
      ${field.error && html`<p class="field-error" id="${field.id}-error">${field.error}</p>`}
      ${field.hint && html`<p class="field-hint" id="${field.id}-hint">${field.hint}</p>`}
    </div>
  `
}

function input(field: FormField): Html {
  const { id, name, type, value, autocomplete, error, required, hasFocus } = field
  return html`
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      dir="auto"
      aria-invalid="${error ? 'true' : 'false'}"
      aria-describedby="${describedBy(field)}"
      ?required="${required}"
      ?autofocus="${hasFocus || Boolean(error)}"
    >
  `
}

const describedBy = ({ id, error, hint }: FormField): string =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')

/** @returns an error about the whole form. Screen readers announce it immediately. */
export function formError(message: string | undefined): Child {
  return message && html`<p class="form-error" role="alert">${message}</p>`
}
