import { escapeText } from '../dom/escape-text.ts'

/**
 * Maximum number of lines of a text that is split into paragraphs. Longer texts become one `<pre>`, to limit the number
 * of elements.
 */
const MAX_LINES = 50_000
/**
 * A paragraph was wrapped by a program if all its lines, except the last one, have at least this length in characters.
 * Its line breaks are then replaced by spaces.
 */
const WRAPPED_LINE = 45

/**
 * @param text content of a plain text file
 * @returns the text as HTML: prose in paragraphs, which empty lines separate in the file; any other text in one `<pre>`
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

/**
 * @returns whether a text is prose. A text with indented lines is code, a table or a poem, in which white space
 * matters.
 */
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
