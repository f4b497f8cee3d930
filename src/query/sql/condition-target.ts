import type { Condition } from '../condition.ts'
import type { ConditionTarget } from './condition-sql.ts'
import { fts5Match, ownerLexeme, tsqueryText } from './full-text-match.ts'

type Bind = ConditionTarget['bind']

/**
 * @param owner the user whose id is `$1` in the statement
 * @param bind adds a value to the parameters of the statement, and returns its placeholder
 */
export function conditionTarget(dialect: 'sqlite' | 'postgres', owner: number, bind: Bind): ConditionTarget {
  return dialect === 'sqlite' ? sqliteTarget(owner, bind) : postgresTarget(owner, bind)
}

function sqliteTarget(owner: number, bind: Bind): ConditionTarget {
  return {
    bind,
    fullText: (condition) => {
      const { text, isNegated } = fts5Match(owner, condition)
      const found = `select rowid from search_index where search_index match ${bind(text)}`
      return `entry.id ${isNegated ? 'not ' : ''}in (${found})`
    },
    contains: (text, part) => `instr(${text}, ${part}) > 0`,
  }
}

function postgresTarget(owner: number, bind: Bind): ConditionTarget {
  return {
    bind,
    fullText: (condition) => {
      const { current, old } = tsqueries(owner, condition, bind)
      return `coalesce(
      (select words @@ ${current} from search_entry where user_id = $1 and entry_id = entry.id),
      (select words @@ ${old} from search_entry_old where user_id = $1 and entry_id = entry.id), false)`
    },
    contains: (text, part) => `strpos(${text}, ${part}::text) > 0`,
  }
}

/**
 * @returns a condition as `tsquery`, once for current rows of the index and once for rows written by an earlier
 *   version, which do not contain a lexeme of the owner
 */
export function tsqueries(
  owner: number,
  condition: Condition,
  bind: Bind,
): { readonly current: string; readonly old: string } {
  const text = tsqueryText(condition)
  // With the owner's lexeme, PostgreSQL reads only the owner's entries from each posting list.
  return { current: `${bind(`'${ownerLexeme(owner)}' & ${text}`)}::tsquery`, old: `${bind(text)}::tsquery` }
}
