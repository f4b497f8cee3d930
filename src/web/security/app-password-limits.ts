import type { FormFields } from '../../kernel/form-body.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Html } from '../../kernel/html.ts'
import { APP_SCOPES, type AppScope } from '../../users/passwords/app-scopes.ts'
import { selectField } from '../forms/select-field.ts'
import type { Localization } from '../layout/localization.ts'
import { formText } from '../web-context.ts'

/** The rights that users can choose for an app password, by the value in the form. */
const ACCESS = {
  full: APP_SCOPES,
  read: ['read'],
  save: ['save'],
  'read-save': ['read', 'save'],
  kosync: ['kosync'],
  opds: ['opds'],
} as const satisfies Readonly<Record<string, readonly AppScope[]>>

type Access = keyof typeof ACCESS

const CHOICES = Object.keys(ACCESS) as Access[]
const DAYS = ['30', '90', '365'] as const

/** The chosen rights and lifetime of a new app password, as the form sends them. */
export interface AppPasswordLimits {
  readonly access: Access
  /** number of days; empty if the password does not expire */
  readonly days: string
}

const UNLIMITED: AppPasswordLimits = { access: 'full', days: '' }

/** @returns the fields for the rights and the lifetime of a new app password */
export function limitFields({ access, days }: AppPasswordLimits = UNLIMITED, t: Localization['t']): Html[] {
  return [
    selectField({
      id: 'app-access',
      name: 'access',
      label: t('security.apps.access'),
      value: access,
      options: CHOICES.map((choice) => [choice, t(`security.apps.choices.${choice}`)]),
    }),
    selectField({
      id: 'app-days',
      name: 'days',
      label: t('security.apps.expires'),
      value: days,
      options: [
        ['', t('security.apps.never')],
        ...DAYS.map((one) => [one, t('security.apps.afterDays', { count: Number(one) })] as const),
      ],
    }),
  ]
}

/**
 * @returns the submitted limits; those that the form does not contain are as at first
 * @throws AppError `invalid_input` for a value that the form does not offer
 */
export function parseLimits(fields: FormFields): AppPasswordLimits {
  const access = CHOICES.find((choice) => choice === (formText(fields, 'access') || UNLIMITED.access))
  const days = formText(fields, 'days')
  const isOffered = days === '' || (DAYS as readonly string[]).includes(days)
  if (access === undefined || !isOffered)
    throw new AppError('invalid_input', 'access or days is not one of the choices')
  return { access, days }
}

/** @returns the limits for `createAppPassword` */
export function scopesAndDays({ access, days }: AppPasswordLimits) {
  return { scopes: ACCESS[access], days: days === '' ? undefined : Number(days) }
}

/** @returns the rights of an app password in the user's language */
export function accessText(scopes: readonly AppScope[], t: Localization['t']): string {
  if (scopes.includes('kobo')) return t('security.apps.only.kobo')
  const choice = CHOICES.find((one) => ACCESS[one].length === scopes.length && scopes.every((scope) => has(one, scope)))
  return t(`security.apps.choices.${choice ?? 'full'}`)
}

const has = (choice: Access, scope: AppScope): boolean => (ACCESS[choice] as readonly AppScope[]).includes(scope)
