import type { Html } from '../../kernel/html.ts'
import { formField, type FormField } from '../forms/form-field.ts'

/** What a form of the settings was sent with. */
export interface ConfigFormState {
  /** what was typed and is shown again, by the name of its field */
  readonly given: ReadonlyMap<string, string>
  /** what is wrong, by the name of its field */
  readonly errors: ReadonlyMap<string, string>
}

/** @returns a field of the settings, with what was typed before and what was wrong with it */
export function configText(state: ConfigFormState, name: string, label: string, more: Partial<FormField>): Html {
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
