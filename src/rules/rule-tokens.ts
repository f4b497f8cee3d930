/** A token of a rule. `at` is its position in UTF-16 units. */
export interface Token {
  readonly kind: 'word' | 'operator' | 'text' | 'number' | 'open' | 'close' | 'end'
  /** the token as entered; for a string, its content without quotation marks and escapes */
  readonly text: string
  readonly at: number
}

/** The position of a character that no token starts with, or of an incomplete token. */
interface BadToken {
  readonly kind: 'bad'
  readonly at: number
}

/** Patterns of tokens. They are sticky, so that each is tested at a single position. All take linear time. */
const TOKEN_PATTERNS = {
  text: /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y,
  number: /-?\d+(?:\.\d+)?(?![\w.])/y,
  word: /[A-Za-z_]\w*/y,
  operator: /[=!<>~+*/%&|^?:@-]+/y,
  open: /\(/y,
  close: /\)/y,
} as const

/** @returns the tokens of a rule, ending with an `end` token, or the position of an error */
export function readTokens(rule: string): readonly Token[] | BadToken {
  const tokens: Token[] = []
  let at = skipBlanks(rule, 0)
  while (at < rule.length) {
    const token = tokenAt(rule, at)
    if (!token) return { kind: 'bad', at }
    tokens.push(token.token)
    at = skipBlanks(rule, token.end)
    // Operators must be surrounded by white space (wallabag contract 12.1).
    if (token.token.kind === 'operator' && (token.end === at || isTight(rule, token.token.at))) {
      return { kind: 'bad', at: token.token.at }
    }
  }
  return [...tokens, { kind: 'end', text: '', at: rule.length }]
}

function tokenAt(rule: string, at: number): { readonly token: Token; readonly end: number } | undefined {
  for (const [kind, pattern] of Object.entries(TOKEN_PATTERNS) as [Exclude<Token['kind'], 'end'>, RegExp][]) {
    pattern.lastIndex = at
    const text = pattern.exec(rule)?.[0]
    if (text === undefined) continue
    const value = kind === 'text' ? text.slice(1, -1).replaceAll(/\\([\s\S])/g, '$1') : text
    return { token: { kind, text: value, at }, end: at + text.length }
  }
  return undefined
}

function isTight(rule: string, at: number): boolean {
  return at > 0 && !/\s/.test(rule[at - 1]!)
}

function skipBlanks(rule: string, from: number): number {
  let at = from
  while (at < rule.length && /\s/.test(rule[at]!)) at++
  return at
}
