import type { Condition } from '../condition.ts'
import { TAGGED_CONDITION, type ConditionTarget } from './condition-sql.ts'
import { fts5Match, ownerLexeme, tsqueryText } from './full-text-match.ts'

type Bind = ConditionTarget['bind']

/**
 * How the statement uses the full-text index. `set` looks up all matches, to count them, or to sort them if they are
 * few. `walk` tests one entry after the other until a page is full.
 */
export type LookupPlan = 'set' | 'walk'

interface TargetOptions {
  readonly dialect: 'sqlite' | 'postgres'
  /** the user whose id is `$1` in the statement */
  readonly owner: number
  /** adds a value to the parameters of the statement, and returns its placeholder */
  readonly bind: Bind
  readonly plan: LookupPlan
}

export function conditionTarget({ dialect, ...options }: TargetOptions): ConditionTarget {
  return dialect === 'sqlite' ? sqliteTarget(options) : postgresTarget(options)
}

type Options = Omit<TargetOptions, 'dialect'>

/**
 * Reads the ids of all entries and of all tagged entries from two indexes, and subtracts them. Looking up the tags of
 * each entry would take five times as long.
 */
const UNTAGGED_CONDITION =
  'entry.id in (select other.id from entry as other where other.user_id = $1' +
  ' except select entry_tag.entry_id from entry_tag where entry_tag.user_id = $1)'

function sqliteTarget({ owner, bind, plan }: Options): ConditionTarget {
  return {
    bind,
    fullText: (condition) => {
      const { text, isNegated } = fts5Match(owner, condition)
      const found = `select rowid from search_index where search_index match ${bind(text)}`
      return `entry.id ${isNegated ? 'not ' : ''}in (${found})`
    },
    // `like` takes a third of the time of a comparison with `lower`. Both ignore the case of ASCII letters only.
    contains: (column, part) =>
      `${column} like ${bind(`%${part.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`)} escape '\\'`,
    isUntagged: plan === 'set' ? UNTAGGED_CONDITION : `not ${TAGGED_CONDITION}`,
  }
}

function postgresTarget({ owner, bind, plan }: Options): ConditionTarget {
  const inSet = (condition: Condition): string => {
    // The index can list the entries with a word, but not those without it.
    if (condition.type === 'not') return `not ${inSet(condition.part)}`
    const query = ownTsquery(owner, condition, bind)
    return `entry.id in (select entry_id from search_entry where user_id = $1 and words @@ ${query})`
  }
  const inRow = (condition: Condition): string => {
    const query = ownTsquery(owner, condition, bind)
    return `coalesce((select words @@ ${query} from search_entry where user_id = $1 and entry_id = entry.id), false)`
  }
  return {
    bind,
    fullText: plan === 'set' ? inSet : inRow,
    contains: (column, part) => `strpos(lower(${column}), ${bind(part)}::text) > 0`,
    isUntagged: `not ${TAGGED_CONDITION}`,
  }
}

/**
 * @returns a condition as a value of the type `tsquery`. Every entry is indexed with a lexeme that identifies its owner.
 *   With this lexeme in the query, PostgreSQL reads no entries of other users.
 */
export function ownTsquery(owner: number, condition: Condition, bind: Bind): string {
  return `${bind(`'${ownerLexeme(owner)}' & ${tsqueryText(owner, condition)}`)}::tsquery`
}
