import type { Html } from '../../kernel/html.ts'
import type { AccountField } from '../../users/account-input.ts'
import { formField } from '../forms/form-field.ts'
import type { Localization } from '../layout/localization.ts'

export interface AccountFieldsView {
  /** values that the user typed into a refused form. Passwords are never filled in again. */
  readonly values: { readonly username?: string; readonly email?: string }
  /** error messages by field */
  readonly errors: Partial<Readonly<Record<AccountField, string>>>
  readonly isEmailNeeded: boolean
}

/** @returns the fields of the form that creates an account. Visitors and administrators use the same fields. */
export function accountFields(
  { values, errors, isEmailNeeded }: AccountFieldsView,
  t: Localization['t'],
): readonly Html[] {
  const fieldState = (field: AccountField) => ({ ...(errors[field] !== undefined && { error: errors[field] }) })
  return [
    formField({
      id: 'username',
      name: 'username',
      label: t('account.username'),
      type: 'text',
      autocomplete: 'username',
      required: true,
      hasFocus: Object.keys(errors).length === 0,
      value: values.username ?? '',
      ...fieldState('username'),
    }),
    formField({
      id: 'email',
      name: 'email',
      label: isEmailNeeded ? t('account.email') : t('account.emailOptional'),
      type: 'email',
      autocomplete: 'email',
      required: isEmailNeeded,
      value: values.email ?? '',
      ...fieldState('email'),
    }),
    formField({
      id: 'password',
      name: 'password',
      label: t('account.password'),
      type: 'password',
      autocomplete: 'new-password',
      required: true,
      ...(errors.password === undefined ? { hint: t('setup.passwordHint') } : { error: errors.password }),
    }),
  ]
}
