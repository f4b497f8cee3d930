import type { Html } from '../../kernel/html.ts'
import { formField, type FormField } from '../forms/form-field.ts'

/**
 * Data of a settings form that was submitted and refused. For a form that has not been submitted, both maps are empty.
 */
export interface ConfigFormState {
  /** submitted values by field name, which the form shows again */
  readonly given: ReadonlyMap<string, string>
  /** error messages by field name */
  readonly errors: ReadonlyMap<string, string>
}

/** @returns a text field of a settings form, with the submitted value and its error, if there are any */
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
