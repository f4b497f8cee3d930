import type { AppError } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import type { QueryProblem } from '../../rules/parse-rule-query.ts'
import type { Words } from '../layout/interface-words.ts'
import { formText } from '../web-context.ts'

interface RuleErrorDetails {
  readonly field?: string
  /** problem of a query; absent for a rule in wallabag's language */
  readonly problem?: QueryProblem | 'wallabag'
  /** wrong part of a query */
  readonly part?: string
  /** position of the error in a tagging rule */
  readonly at?: number
  /** maximum number of rules, if the user has already reached it */
  readonly most?: number
}

/** @returns the problem of a refused rule, in the language of the user; undefined for another error */
export function ruleProblem({ details }: AppError, fields: FormFields, { t }: Words): string | undefined {
  const { field, problem, part = '', at, most } = details as RuleErrorDetails
  if (problem) return t(`rules.problems.${problem}`, { part, place: (at ?? 0) + 1 })
  if (field !== 'rule') return undefined
  if (most !== undefined) return t('rules.tooMany', { most })
  return at === undefined
    ? t('rules.wrongOrigin')
    : wallabagProblem(formText(fields, 'tagging_rule[rule]').trim(), at, t)
}

/** @returns the problem of a rule in wallabag's language, with the word at its position */
function wallabagProblem(rule: string, at: number, t: Words['t']): string {
  const part = /^\S{1,60}/.exec(rule.slice(at).trimStart())?.[0]?.toWellFormed()
  return part === undefined ? t('rules.unfinished') : t('rules.wrongPart', { part, place: at + 1 })
}
