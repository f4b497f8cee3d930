import { readTokens, type Token } from './rule-tokens.ts'
import {
  RULE_OPERATORS,
  RULE_VARIABLES,
  type Expression,
  type RuleOperator,
  type RuleVariable,
} from './tagging-expression.ts'

/**
 * Maximum length of a rule in characters (wallabag contract 12.1). Longer rules are invalid. The limit also restricts
 * the nesting of a rule.
 */
export const MAX_RULE = 255

type ParsedRule =
  | {
      readonly kind: 'rule'
      readonly expression: Expression
      /**
       * positions, in UTF-16 units, of each `not` that its author may have misunderstood: `not a = b` is parsed as
       * `(not a) = b`
       */
      readonly looseNots: readonly number[]
    }
  | {
      readonly kind: 'refused'
      /** the message that wallabag shows (wallabag contract 12.1) */
      readonly message: string
      /** position of the error in UTF-16 units */
      readonly at: number
    }

/**
 * Parses wallabag's language of tagging rules. `and` and `or` have the same precedence and are right-associative. `not`
 * applies only to the next operand.
 * @param rule any text
 */
export function parseTaggingRule(rule: string): ParsedRule {
  if (rule.length > MAX_RULE) return refused(rule, MAX_RULE)
  const tokens = readTokens(rule)
  if (!Array.isArray(tokens)) return refused(rule, (tokens as { readonly at: number }).at)
  const reader = new RuleReader(tokens)
  try {
    return { kind: 'rule', expression: reader.readAll(), looseNots: reader.looseNots }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.detail === '' ? refused(rule, error.at) : { kind: 'refused', message: error.detail, at: error.at }
  }
}

function refused(rule: string, at: number): ParsedRule {
  const shown = rule.length > MAX_RULE ? `${rule.slice(0, MAX_RULE).toWellFormed()}…` : rule
  return { kind: 'refused', message: `The rule « ${shown} » is invalid.`, at }
}

/** Thrown to end the parsing of an invalid rule; caught in this file. */
class Refusal extends Error {
  readonly at: number
  /** message about the error; empty to use the general message */
  readonly detail: string

  constructor(at: number, detail = '') {
    super(detail)
    this.at = at
    this.detail = detail
  }
}

class RuleReader {
  readonly looseNots: number[] = []
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  readAll(): Expression {
    const expression = this.#logic()
    const rest = this.#peek()
    if (rest.kind !== 'end') throw new Refusal(rest.at)
    return expression
  }

  /** Parses `comparison [(and | or) logic]`. */
  #logic(): Expression {
    const left = this.#comparison()
    const kind = wordOf(this.#peek())
    if (kind !== 'and' && kind !== 'or') return left
    this.#next++
    return { kind, left, right: this.#logic() }
  }

  /** Parses `operand [operator operand]`. */
  #comparison(): Expression {
    const start = this.#peek()
    const left = this.#operand()
    const sign = this.#peek()
    const word = wordOf(sign)
    const isSign = sign.kind === 'operator' || (sign.kind === 'word' && word !== 'and' && word !== 'or')
    if (!isSign) return left
    const operator = RULE_OPERATORS.find((one) => one === (sign.kind === 'word' ? word : sign.text))
    if (operator === undefined) throw new Refusal(sign.at, `The operator « ${sign.text} » does not exist.`)
    this.#next++
    if (wordOf(start) === 'not') this.looseNots.push(start.at)
    return { kind: 'compare', operator: operator satisfies RuleOperator, left, right: this.#operand() }
  }

  /** Parses `( logic )`, `not operand`, a value or a variable. */
  #operand(): Expression {
    const token = this.#peek()
    this.#next++
    if (token.kind === 'open') return this.#group()
    if (token.kind === 'text') return { kind: 'value', value: token.text }
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) }
    if (token.kind !== 'word') throw new Refusal(token.at)
    const word = wordOf(token)!
    if (word === 'not') return { kind: 'not', operand: this.#operand() }
    const constant = CONSTANTS.get(word)
    return constant === undefined ? variable(token) : { kind: 'value', value: constant }
  }

  #group(): Expression {
    const inside = this.#logic()
    const end = this.#peek()
    if (end.kind !== 'close') throw new Refusal(end.at)
    this.#next++
    return inside
  }

  #peek(): Token {
    return this.#tokens[Math.min(this.#next, this.#tokens.length - 1)]!
  }
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** @returns the word in lower case, because keywords ignore letter case; undefined for other tokens */
function wordOf(token: Token): string | undefined {
  return token.kind === 'word' ? token.text.toLowerCase() : undefined
}

function variable(token: Token): Expression {
  const name = RULE_VARIABLES.find((one): one is RuleVariable => one === token.text)
  if (name === undefined) throw new Refusal(token.at, `The variable « ${token.text} » does not exist.`)
  return { kind: 'variable', name }
}
