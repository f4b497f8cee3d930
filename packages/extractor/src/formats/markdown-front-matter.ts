/** Maximum number of lines of front matter. If its closing fence is not among these lines, it is treated as text. */
const MAX_LINES = 200
const FENCE_PATTERNS: ReadonlyMap<string, { readonly end: RegExp; readonly pair: RegExp }> = new Map([
  ['---', { end: /^(?:---|\.\.\.)\s*$/, pair: /^([a-z][\w-]{0,40})\s{0,5}:(?:\s(.*))?$/i }],
  ['+++', { end: /^\+\+\+\s*$/, pair: /^([a-z][\w-]{0,40})\s{0,5}=\s{0,5}(.*)$/i }],
])

export interface FrontMatter {
  /** Values by field name in lower case. Lists have several values. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** The text after the front matter. */
  readonly body: string
}

/**
 * Parses the front matter that static site generators use: YAML between `---` or TOML between `+++`. Supported values
 * are single-line texts and lists of texts. Nested values are skipped.
 *
 * @param text content of a Markdown file
 * @returns the fields and the text after the front matter
 */
export function splitFrontMatter(text: string): FrontMatter {
  const bare = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const lines = firstLines(bare)
  const fence = FENCE_PATTERNS.get((lines[0] ?? '').trimEnd())
  const end = fence === undefined ? -1 : lines.findIndex((line, i) => i > 0 && fence.end.test(line))
  if (fence === undefined || end < 0) return { fields: new Map(), body: bare }
  const length = lines.slice(0, end + 1).reduce((sum, line) => sum + line.length + 1, 0)
  return { fields: fieldsOf(lines.slice(1, end), fence.pair), body: bare.slice(length) }
}

function firstLines(text: string): string[] {
  const lines: string[] = []
  for (let at = 0; at <= text.length && lines.length < MAX_LINES;) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    lines.push(text.slice(at, Math.min(end, at + 2000)))
    // A line of more than 2000 characters shows that this is not front matter.
    if (end - at > 2000) return []
    at = end + 1
  }
  return lines
}

function fieldsOf(lines: readonly string[], pair: RegExp): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  let open: string[] | undefined
  for (const line of lines) {
    const found = pair.exec(line)
    const part = /^\s{0,8}-\s+(.*)$/.exec(line)?.[1]
    if (found) {
      open = valuesOf(found[2] ?? '')
      fields.set(found[1]!.toLowerCase(), open)
    } else if (part !== undefined) open?.push(...valuesOf(part.replace(/^name:\s/, '')))
  }
  return fields
}

function valuesOf(text: string): string[] {
  const trimmed = text.trim()
  const isList = trimmed.startsWith('[') && trimmed.endsWith(']')
  const parts = isList ? trimmed.slice(1, -1).split(',') : [trimmed]
  return parts.map(unquote).filter((value) => value !== '')
}

function unquote(text: string): string {
  const trimmed = text.trim()
  return /^(["']).*\1$/.exec(trimmed) ? trimmed.slice(1, -1) : trimmed
}
