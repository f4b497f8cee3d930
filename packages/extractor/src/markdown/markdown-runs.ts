import type { TextRun } from './block.ts'
import type { MarkdownPlaces } from './markdown-places.ts'

/** Characters that can start markup anywhere in a line (CommonMark 6; GFM for `~` and `|`; `$` for formulas of Pandoc and Obsidian). */
const MARKUP_CHARACTERS = /[\\`*_[\]<>~|$]/g
/** Characters that start markup only at the start of a line (CommonMark 4 and 5). */
const LINE_START = /^(?:[#+=-]|\d{1,9}(?=[.)]))/

/** @returns text without line breaks, escaped for use within a line of Markdown */
export function markdownText(text: string): string {
  return text.replaceAll(MARKUP_CHARACTERS, String.raw`\$&`).replaceAll(/&(?=#?\w{1,32};)/g, String.raw`\&`)
}

/**
 * @returns text without line breaks, escaped for use as a whole line of Markdown. Characters that are markup only at
 * the start of a line are escaped too.
 */
export function markdownLine(text: string): string {
  return escapeStart(markdownText(text))
}

function escapeStart(line: string): string {
  return line.replace(LINE_START, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
}

/**
 * @param places the places of the article to which its links lead
 * @returns styled text as Markdown. Its line breaks become hard line breaks.
 */
export function markdownRuns(runs: readonly TextRun[], places: MarkdownPlaces): string {
  const pieces: string[] = []
  for (let start = 0; start < runs.length;) {
    const { href, linkedPlace } = runs[start]!
    let end = start + 1
    while (end < runs.length && runs[end]!.href === href && runs[end]!.linkedPlace === linkedPlace) end++
    const group = runs.slice(start, end)
    const address = href ?? places.addressOf(group[0]!)
    pieces.push(address === undefined ? styledRuns(group, places) : linkMarkup(group, address, places))
    start = end
  }
  return pieces.join('').split('\n').map(escapeStart).join('\\\n')
}

function styledRuns(runs: readonly TextRun[], places?: MarkdownPlaces): string {
  return runs
    .map((run, index) => (places?.anchorsAt(run) ?? '') + styledRun(run, runs[index - 1], runs[index + 1]))
    .join('')
}

/** Writes a link. The anchors of places in it are before the link, because HTML does not allow anchors in links. */
function linkMarkup(runs: readonly TextRun[], href: string, places: MarkdownPlaces): string {
  const inner = styledRuns(runs)
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  const anchors = runs.map((run) => places.anchorsAt(run)).join('')
  if (text === '') return anchors + inner
  return `${before}${anchors}[${text.replaceAll('\n', ' ')}](${markdownAddress(href)})${after}`
}

/** @param href a normalised address, which contains neither spaces nor angle brackets */
export function markdownAddress(href: string): string {
  return /[()\\]/.test(href) ? `<${href.replaceAll('\\', '%5C').replaceAll(/[<>]/g, '')}>` : href
}

const STYLE_DELIMITERS = [
  { style: 'isStruck', mark: '~~', tag: 'del' },
  { style: 'isBold', mark: '**', tag: 'strong' },
  { style: 'isItalic', mark: '*', tag: 'em' },
] as const

/**
 * Writes text in its style. White space at both ends is moved outside of the delimiters, because CommonMark does not
 * recognize a delimiter such as `**` with white space on its inner side (6.2).
 */
function styledRun(run: TextRun, last: TextRun | undefined, next: TextRun | undefined): string {
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run.text) ?? []
  if (text === '') return run.text
  const inner = innerMarkup(run, text)
  const isClear = opensClearly(inner, before || last) && closesClearly(inner, after || next)
  return before + markRaised(run, delimit(run, inner, isClear)) + after
}

function innerMarkup({ isCode, formula }: TextRun, text: string): string {
  if (formula !== undefined && !text.includes('$')) return formula === 'display' ? `$$${text}$$` : `$${text}$`
  return isCode ? codeSpan(text) : markdownText(text)
}

/** Writes delimiters such as `**`, or HTML tags where CommonMark would not recognize them (6.2). */
function delimit(run: TextRun, inner: string, isClear: boolean): string {
  const styles = STYLE_DELIMITERS.filter(({ style }) => run[style])
  return styles.reduceRight(
    (middle, { mark, tag }) => (isClear ? mark + middle + mark : `<${tag}>${middle}</${tag}>`),
    inner,
  )
}

/** Writes subscripts and superscripts as HTML tags, because Markdown has no delimiters for them. */
function markRaised({ isSub, isSup }: TextRun, inner: string): string {
  const tag = isSup ? 'sup' : isSub ? 'sub' : undefined
  return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`
}

/**
 * Match text that ends with a letter and text that begins with one. CommonMark may not recognize a delimiter such as
 * `**` between a letter and punctuation (6.2). It would read two delimiters in a row as a single, different one.
 */
const ENDS_IN_LETTER = /[^\s\p{P}\p{S}]$/u
const BEGINS_WITH_LETTER = /^[^\s\p{P}\p{S}]/u

/**
 * @param last text before the delimiter: white space, a styled run or nothing
 * @returns true if CommonMark would recognize an opening delimiter
 */
function opensClearly(inner: string, last: TextRun | string | undefined): boolean {
  if (typeof last !== 'object' || /\s$/.test(last.text)) return true
  return !isMarked(last) && (BEGINS_WITH_LETTER.test(inner) || last.isCode === true || !ENDS_IN_LETTER.test(last.text))
}

/**
 * @param next text after the delimiter: white space, a styled run or nothing
 * @returns true if CommonMark would recognize a closing delimiter
 */
function closesClearly(inner: string, next: TextRun | string | undefined): boolean {
  if (typeof next !== 'object' || isMarked(next)) return true
  return ENDS_IN_LETTER.test(inner) || next.isCode === true || !BEGINS_WITH_LETTER.test(next.text)
}

function isMarked(run: TextRun): boolean {
  return STYLE_DELIMITERS.some(({ style }) => run[style])
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/** @returns the length of the longest run of backticks in the text */
export function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
}
