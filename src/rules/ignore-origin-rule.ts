import { readTokens, type Token } from './rule-tokens.ts'

/** A parsed rule: a condition on the address that the user gave. */
export interface IgnoreOriginRule {
  /** `host` is the host name without the port; `_all` is the whole address */
  readonly variable: 'host' | '_all'
  /** `=` tests for equality; `~` searches for a regular expression, ignoring letter case */
  readonly operator: '=' | '~'
  readonly value: string
}

type ParsedIgnoreOriginRule =
  | { readonly kind: 'rule'; readonly rule: IgnoreOriginRule }
  | {
      readonly kind: 'refused'
      /** the message that wallabag shows (wallabag contract 12.1) */
      readonly message: string
    }

/** Maximum length of a rule in UTF-16 units (wallabag contract 12.1). Longer rules are invalid. */
const MAX_IGNORE_ORIGIN_RULE = 255

/** Rules that apply to every user (wallabag contract 12.2): for two feed proxies and the short links of a newspaper. */
export const INSTANCE_IGNORE_ORIGIN_RULES: readonly IgnoreOriginRule[] = [
  { variable: 'host', operator: '=', value: 'feedproxy.google.com' },
  { variable: 'host', operator: '=', value: 'feeds.reuters.com' },
  { variable: '_all', operator: '~', value: String.raw`https?://www\.lemonde\.fr/tiny.*` },
]

/**
 * Parses rules such as `host = "…"` and `_all ~ "…"`. A backslash is an ordinary character, because patterns contain
 * many. It is an escape only before a quotation mark of the kind that encloses the text.
 * @param text any text
 */
export function parseIgnoreOriginRule(text: string): ParsedIgnoreOriginRule {
  if (text.length > MAX_IGNORE_ORIGIN_RULE) return invalid(text)
  const tokens = readTokens(text)
  if (!Array.isArray(tokens)) return invalid(text)
  const [variable, operator, value, end] = tokens as readonly Token[]
  if (variable?.kind !== 'word' || !isSign(operator)) return invalid(text)
  if (!isVariable(variable.text)) return refused(`The variable « ${variable.text} » does not exist.`)
  if (!isOperator(operator.text)) return refused(`The operator « ${operator.text} » does not exist.`)
  if (!isText(value) || end?.kind !== 'end') return invalid(text)
  const written = writtenText(text.slice(value.at).trimEnd())
  return { kind: 'rule', rule: { variable: variable.text, operator: operator.text, value: written } }
}

const isVariable = (name: string): name is IgnoreOriginRule['variable'] => name === 'host' || name === '_all'
const isOperator = (sign: string): sign is IgnoreOriginRule['operator'] => sign === '=' || sign === '~'

function isText(token: Token | undefined): token is Token {
  return token?.kind === 'text' && token.text !== ''
}

function isSign(token: Token | undefined): token is Token {
  return token !== undefined && (token.kind === 'operator' || token.kind === 'word')
}

function writtenText(quoted: string): string {
  const mark = quoted[0]!
  return quoted.slice(1, -1).replaceAll(`\\${mark}`, mark)
}

function invalid(text: string): ParsedIgnoreOriginRule {
  const isLong = text.length > MAX_IGNORE_ORIGIN_RULE
  const shown = isLong ? `${text.slice(0, MAX_IGNORE_ORIGIN_RULE).toWellFormed()}…` : text
  return refused(`The rule « ${shown} » is invalid.`)
}

function refused(message: string): ParsedIgnoreOriginRule {
  return { kind: 'refused', message }
}
