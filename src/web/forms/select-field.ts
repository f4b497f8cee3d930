import { html, type Html } from '../../kernel/html.ts'

/** An option of a select element: its value, and its text in the user's language. */
export type SelectOption = readonly [value: string, label: string]

interface SelectField {
  readonly id: string
  readonly name: string
  readonly label: string
  /** the selected value */
  readonly value: string
  readonly options: readonly SelectOption[]
}

/** @returns a select element with its label */
export function selectField({ id, name, label, value, options }: SelectField): Html {
  return html`
    <div class="field">
      <label for="${id}">${label}</label>
      <select id="${id}" name="${name}">${selectOptions(options, value)}</select>
    </div>
  `
}

/** @returns the options of a select element. The one with `value` is selected. */
export function selectOptions(options: readonly SelectOption[], value: string): Html[] {
  return options.map(([one, label]) => html`<option value="${one}" ?selected="${one === value}">${label}</option>`)
}
