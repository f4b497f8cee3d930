const MAX_LENGTH = 1000
const MAX_NESTING = 20
/** Functions of XPath 1.0, some harmless ones of later versions, and node tests. None reads a document or a pattern. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'last position count id local-name name string concat starts-with contains substring-before substring-after ' +
    'substring string-length normalize-space translate boolean not true false number sum floor ceiling round ' +
    'lower-case upper-case ends-with exists empty string-join text node comment and or div mod'
  ).split(' '),
)
const LITERAL = /"[^"]*"|'[^']*'/g
/** Variables, maps, arrow and lookup operators, constructors and qualified names: all ways to other functions. */
const BEYOND = /[{}$#?;]|:=|=>|(?<!:):(?!:)|!(?!=)|\|\||\(:|\sto\s/

/** Common mistakes: an operator or a step without its operand, empty brackets. */
const SLIP = /\[\s*[\][]|[=|,]\s*[\]),|]|\/\/\/|\/\s*(?:[\]|,=)]|$)|[=<>|,+]\s*$|^\s*[|=\])]/

/**
 * Checks whether an expression is allowed in rules: mainly XPath 1.0. Anything that could load data or loop is
 * rejected; the deadline of the worker bounds the rest.
 *
 * @param expression user input
 * @returns the problem in words, undefined if there is none. Only brackets, quotation marks and common mistakes of its
 *   syntax are checked; other errors appear when it is used
 */
export function xpathProblem(expression: string): string | undefined {
  if (expression.length > MAX_LENGTH) return `an expression may have ${MAX_LENGTH} characters`
  const bare = expression.replaceAll(LITERAL, '""')
  if (/'|"(?!")(?<!"")/.test(bare.replaceAll('""', ''))) return 'a quotation mark is not closed'
  const beyond = BEYOND.exec(bare)?.[0]
  if (beyond !== undefined) return `"${beyond.trim()}" may not be used`
  const called = [...bare.matchAll(/([\w.-]+)\s*\(/g)].map((match) => match[1]!)
  const unknown = called.find((name) => !FUNCTIONS.has(name))
  if (unknown !== undefined) return `there is no function ${unknown}()`
  const slip = SLIP.exec(bare)?.[0]
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
