import type { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import type { QueryProblem } from '../../rules/parse-rule-query.ts'
import type { Localization } from '../layout/localization.ts'
import { formText } from '../web-context.ts'

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
