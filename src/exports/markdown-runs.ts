import type { TextRun } from './block.ts'

/** Characters that begin markup anywhere in a line (CommonMark 6, and GFM for `~` and `|`). */
const MARKUP = /[\\`*_[\]<>~|]/g
/** What begins markup at the start of a line only (CommonMark 4 and 5). */
const LINE_START = /^(?:[#+=-]|\d{1,9}(?=[.)]))/

/** @returns text of one line as Markdown that shows it as it is */
export function markdownText(text: string): string {
  return text.replaceAll(MARKUP, String.raw`\$&`).replaceAll(/&(?=#?\w{1,32};)/g, String.raw`\&`)
}

/** @returns runs as Markdown; a line break of theirs is a hard one */
export function markdownRuns(runs: readonly TextRun[]): string {
  const pieces: string[] = []
  for (let start = 0; start < runs.length;) {
    const { href } = runs[start]!
    let end = start + 1
    while (end < runs.length && runs[end]!.href === href) end++
    const inner = runs.slice(start, end).map(styledRun).join('')
    pieces.push(href === undefined ? inner : linkMarkup(inner, href))
    start = end
  }
  return pieces
    .join('')
    .split('\n')
    .map((line) => line.replace(LINE_START, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`)))
    .join('\\\n')
}

function linkMarkup(inner: string, href: string): string {
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  return text === '' ? inner : `${before}[${text.replaceAll('\n', ' ')}](${markdownAddress(href)})${after}`
}

/** @param href in its normal form, so without blanks and angle brackets */
export function markdownAddress(href: string): string {
  return /[()\\]/.test(href) ? `<${href.replaceAll('\\', '%5C').replaceAll(/[<>]/g, '')}>` : href
}

/** Marks stand tight around the words; blanks at the edges go outside (CommonMark 6.2). */
function styledRun(run: TextRun): string {
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run.text) ?? []
  if (text === '') return run.text
  const marks = (run.isStruck ? '~~' : '') + (run.isBold ? '**' : '') + (run.isItalic ? '*' : '')
  const inner = run.isCode ? codeSpan(text) : markdownText(text)
  return before + marks + inner + [...marks].toReversed().join('') + after
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/** @returns the length of the longest run of backticks */
export function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
}
