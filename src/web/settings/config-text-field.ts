import type { Html } from '../../kernel/html.ts'
import { formField, type FormField } from '../forms/form-field.ts'

/** The state of a submitted settings form. */
export interface ConfigFormState {
  /** submitted values to show again, by field name */
  readonly given: ReadonlyMap<string, string>
  /** errors by field name */
  readonly errors: ReadonlyMap<string, string>
}

/** @returns a text field of the settings, with the submitted value and the error, if any */
export function configTextField(state: ConfigFormState, name: string, label: string, more: Partial<FormField>): Html {
  const error = state.errors.get(name)
  const value = state.given.get(name) ?? more.value
  const id = name.replaceAll(/[[\]]+/g, '_')
  return formField({
    id,
    name,
    label,
    type: 'text',
    autocomplete: 'off',
    ...more,
    ...(value !== undefined && { value }),
    ...(error !== undefined && { error }),
  })
}
