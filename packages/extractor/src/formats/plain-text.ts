import { escapeText } from '../dom/escape-text.ts'

/** Maximum number of lines; longer files stay unchanged, because a paragraph for each would be too many nodes. */
const MAX_LINES = 50_000
/** Lines of at least this length were wrapped by a program, not by the author. */
const WRAPPED_LINE = 45

/**
 * @param text a plain text file
 * @returns HTML that shows it: paragraphs for prose with empty lines between them, else one `<pre>`
 */
export function plainTextContent(text: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/^\ufeff/, '')
    .split('\n')
  if (!isProse(lines)) return `<pre>${escapeText(lines.join('\n')).replace(/^\n+/, '')}</pre>`
  return paragraphs(lines)
    .map((paragraph) => `<p>${paragraph.map(escapeText).join(isWrapped(paragraph) ? ' ' : '<br>')}</p>`)
    .join('\n')
}

/** Indented lines are code, tables or verse: their white space is significant. */
function isProse(lines: readonly string[]): boolean {
  if (lines.length > MAX_LINES || lines.some((line) => /^(?: {2}|\t)\s*\S/.test(line) || line.includes('\t')))
    return false
  const hasParagraphs = lines.some((line, i) => i > 0 && line.trim() === '' && (lines[i + 1] ?? '').trim() !== '')
  return hasParagraphs || lines.filter((line) => line.trim() !== '').length === 1
}

function paragraphs(lines: readonly string[]): string[][] {
  const found: string[][] = []
  let open: string[] = []
  for (const line of [...lines, '']) {
    if (line.trim() !== '') open.push(line.trim())
    else if (open.length > 0) found.push(open)
    if (line.trim() === '') open = []
  }
  return found
}

function isWrapped(paragraph: readonly string[]): boolean {
  return paragraph.slice(0, -1).every((line) => line.length >= WRAPPED_LINE)
}
