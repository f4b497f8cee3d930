import type { ColumnKind, Row, Value } from './row.ts'

/**
 * The text format of PostgreSQL's COPY: one row in each line, with tabs between the values, `\N` for null, and escapes
 * that begin with a backslash (PostgreSQL documentation, COPY, "Text Format").
 */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const UNESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** @returns the line for a row, with its line feed */
export function formatCopyLine(row: Row): string {
  return `${row.map(formatValue).join('\t')}\n`
}

function formatValue(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return `\\\\x${Buffer.from(value).toString('hex')}`
  return value.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character]!)
}

/** @param kinds the kinds of the columns, in order */
export function parseCopyLine(line: string, kinds: readonly ColumnKind[]): Row {
  return line.split('\t').map((text, index) => parseValue(text, kinds[index]!))
}

function parseValue(text: string, kind: ColumnKind): Value {
  if (text === '\\N') return null
  if (kind === 'integer' || kind === 'real') return Number(text)
  // A binary value is written as \\x and hexadecimal digits.
  if (kind === 'blob') return Buffer.from(text.slice(3), 'hex')
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(.)/g, (_all, letter: string) => UNESCAPED[letter] ?? letter)
}
