const MAX_LENGTH = 1000
const MAX_NESTING = 20
/**
 * Allowed functions: those of XPath 1.0, harmless ones of later versions, and node tests. None of them loads a document
 * or evaluates a regular expression.
 */
const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'last position count id local-name name string concat starts-with contains substring-before substring-after ' +
    'substring string-length normalize-space translate boolean not true false number sum floor ceiling round ' +
    'lower-case upper-case ends-with exists empty string-join text node comment and or div mod'
  ).split(' '),
)
const STRING_LITERAL = /"[^"]*"|'[^']*'/g
/**
 * Matches syntax with which an expression could call functions that are not in `ALLOWED_FUNCTIONS`: variables, maps,
 * arrow and lookup operators, constructors and qualified names.
 */
const UNSUPPORTED_SYNTAX = /[{}$#?;]|:=|=>|(?<!:):(?!:)|!(?!=)|\|\||\(:|\sto\s/

/** Matches common mistakes: an operator or step with a missing operand, and empty brackets. */
const COMMON_MISTAKE = /\[\s*[\][]|[=|,]\s*[\]),|]|\/\/\/|\/\s*(?:[\]|,=)]|$)|[=<>|,+]\s*$|^\s*[|=\])]/

/**
 * Checks whether an expression is allowed in site rules. XPath 1.0 and a little more is allowed, but nothing that could
 * load data or loop. The worker thread also has a time limit.
 *
 * @param expression user input
 * @returns a description of the problem; undefined if there is none. The syntax is checked only for brackets, quotation
 * marks and common mistakes. Other errors are reported when the expression is used
 */
export function xpathProblem(expression: string): string | undefined {
  if (expression.length > MAX_LENGTH) return `an expression may have ${MAX_LENGTH} characters`
  const bare = expression.replaceAll(STRING_LITERAL, '""')
  if (/'|"(?!")(?<!"")/.test(bare.replaceAll('""', ''))) return 'a quotation mark is not closed'
  const beyond = UNSUPPORTED_SYNTAX.exec(bare)?.[0]
  if (beyond !== undefined) return `"${beyond.trim()}" may not be used`
  const called = [...bare.matchAll(/([\w.-]+)\s*\(/g)].map((match) => match[1]!)
  const unknown = called.find((name) => !ALLOWED_FUNCTIONS.has(name))
  if (unknown !== undefined) return `there is no function ${unknown}()`
  const slip = COMMON_MISTAKE.exec(bare)?.[0]
  return bracketProblem(bare) ?? (slip === undefined ? undefined : `something is missing at "${slip.trim()}"`)
}

function bracketProblem(bare: string): string | undefined {
  const open: string[] = []
  for (const bracket of bare.match(/[()[\]]/g) ?? []) {
    if (bracket === '(' || bracket === '[') open.push(bracket)
    else if (open.pop() !== (bracket === ')' ? '(' : '[')) return `"${bracket}" closes nothing`
    if (open.length > MAX_NESTING) return `brackets may be nested ${MAX_NESTING} deep`
  }
  return open.length > 0 ? `"${open.at(-1)}" is not closed` : undefined
}
