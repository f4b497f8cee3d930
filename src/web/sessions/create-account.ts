import { takenFields, wrongFields, type AccountField, type AccountInput } from '../../users/account-input.ts'
import { createUser, type CreateUserDeps } from '../../users/create-user.ts'
import type { User } from '../../users/user.ts'
import type { Localization } from '../layout/localization.ts'

type CreatedAccount =
  | { readonly kind: 'created'; readonly user: User }
  /** error messages by field, in the user's language */
  | { readonly kind: 'refused'; readonly errors: Partial<Readonly<Record<AccountField, string>>> }

interface AccountRules {
  /** true if an e-mail address is required. Visitors must give one, here and in the API (wallabag contract 2.9). */
  readonly isEmailNeeded: boolean
  readonly isAdmin: boolean
}

/**
 * Creates an account from the fields of a form.
 * @returns the account, or an error message for each refused field
 */
export async function createAccount(
  deps: CreateUserDeps,
  input: AccountInput,
  { isEmailNeeded, isAdmin }: AccountRules,
  t: Localization['t'],
): Promise<CreatedAccount> {
  const isMissing = isEmailNeeded && input.email.trim() === ''
  const wrong = [...wrongFields(input), ...(isMissing ? (['email'] as const) : [])]
  if (wrong.length > 0) return refusal(wrong, (field) => t(`account.wrong.${field}`))
  try {
    return { kind: 'created', user: await createUser(deps, { ...input, isAdmin }) }
  } catch (error) {
    const taken = takenFields(error)
    if (!taken) throw error
    return refusal(taken, (field) => t(`account.taken.${field === 'email' ? 'email' : 'username'}`))
  }
}

function refusal(fields: readonly AccountField[], messageFor: (field: AccountField) => string): CreatedAccount {
  return { kind: 'refused', errors: Object.fromEntries(fields.map((field) => [field, messageFor(field)])) }
}
