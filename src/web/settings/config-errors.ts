import { MAX_RULES } from '../../rules/tagging-rule.ts'
import { CONFIG_BOUNDS } from '../../users/change-config.ts'
import type { AppError } from '../../kernel/errors.ts'
import type { Localization } from '../layout/localization.ts'

const SENTENCES: Readonly<Record<string, (t: Localization['t']) => string>> = {
  email: (t) => t('account.wrong.email'),
  file: (t) => t('config.wrong.ruleFile', { most: MAX_RULES }),
  feedLimit: (t) => t('config.wrong.number', { most: CONFIG_BOUNDS.feedLimit.most }),
  itemsPerPage: (t) => t('config.wrong.number', { most: CONFIG_BOUNDS.itemsPerPage.most }),
  old_password: (t) => t('security.proof.wrong.password'),
  password: (t) => t('account.wrong.password'),
  readingSpeed: (t) => t('config.wrong.number', { most: CONFIG_BOUNDS.readingSpeed.most }),
  second: (t) => t('config.wrong.second'),
  tags: (t) => t('bulk.noTags'),
}

/** @returns the names of the fields that caused an error; `['']` if the error names no field */
export function fieldsOf({ details }: AppError): readonly string[] {
  const fields: unknown = details['fields']
  return Array.isArray(fields) ? fields.map(String) : [String(details['field'] ?? '')]
}

/**
 * @returns the error message for a field of the settings, in the user's language; undefined if the field did not cause
 *   the error
 */
export function configError({ code }: AppError, field: string, { t }: Localization): string | undefined {
  if (code === 'conflict') return field === 'email' ? t('account.taken.email') : undefined
  return code === 'invalid_input' ? SENTENCES[field]?.(t) : undefined
}
