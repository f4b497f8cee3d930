import { MAX_RULES } from '../../rules/tagging-rule.ts'
import { CONFIG_BOUNDS } from '../../users/change-config.ts'
import type { AppError } from '../../kernel/errors.ts'
import type { Localization } from '../layout/localization.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import type { QueryProblem } from '../../rules/parse-rule-query.ts'
import { formText } from '../web-context.ts'

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
export function configError({ code, details }: AppError, field: string, { t }: Localization): string | undefined {
  if (details['isOutdated'] === true) return t('security.proof.wrong.sign-in')
  if (code === 'conflict') return field === 'email' ? t('account.taken.email') : undefined
  return code === 'invalid_input' ? SENTENCES[field]?.(t) : undefined
}

interface RuleErrorDetails {
  readonly field?: string
  /**
   * kind of problem in a query; `wallabag` if the text looks like a rule in wallabag's language. Absent if the user
   * chose wallabag's language.
   */
  readonly problem?: QueryProblem | 'wallabag'
  /** the part of the query that is wrong */
  readonly part?: string
  /** position of the error in the text of the rule, from 0 */
  readonly at?: number
  /** maximum number of rules, if the user already has that many */
  readonly most?: number
}

/**
 * @returns a message about the problem of a refused rule, in the user's language; undefined if the error has another
 *   cause
 */
export function ruleProblem({ details }: AppError, fields: FormFields, { t }: Localization): string | undefined {
  const { field, problem, part = '', at, most } = details as RuleErrorDetails
  if (problem) return t(`rules.problems.${problem}`, { part, place: (at ?? 0) + 1 })
  if (field !== 'rule') return undefined
  if (most !== undefined) return t('rules.tooMany', { most })
  return at === undefined
    ? t('rules.wrongOrigin')
    : wallabagProblem(formText(fields, 'tagging_rule[rule]').trim(), at, t)
}

/**
 * @returns a message about the problem of a rule in wallabag's language. It quotes the word at the position of the
 *   error.
 */
function wallabagProblem(rule: string, at: number, t: Localization['t']): string {
  const part = /^\S{1,60}/.exec(rule.slice(at).trimStart())?.[0]?.toWellFormed()
  return part === undefined ? t('rules.unfinished') : t('rules.wrongPart', { part, place: at + 1 })
}
