import { isLabel, isOtherPagesLabel } from '../../clean/unrelated-line-patterns.ts'
import { isNamedClutter, isUnlikely } from '../../dom/class-name-hints.ts'
import { LETTER } from '../../dom/letter-class.ts'
import { refersToOtherSite } from '../../clean/own-links/other-sites.ts'
import { firstTarget, type PageLine, type PageLines } from '../page-lines.ts'
import { isAboutPage } from './lines-about-page.ts'

/** Maximum length in characters of a selected text that is kept as a whole. */
const MAX_TEXT = 1000
/** Minimum number of lines of text. Fewer are a notice. */
const MIN_LINES = 3
/** Maximum share of such a text that may be in links. A text with more links is a menu or a list of topics. */
const MAX_LINKED = 0.2
/** Maximum length of the kept lines, as a share of the length of the selected ones. If it is greater, the text is elsewhere. */
const MAX_KEPT = 1.1

const HAS_TEXT = new RegExp(String.raw`\d|${LETTER}`, 'u')
/** In these elements, short texts are the labels of fields and menus. */
const TOOLS = new Set(['form', 'fieldset', 'nav', 'button', 'footer'])

interface Selection {
  /** Whether the rules selected a line. */
  readonly isSelected: (index: number) => boolean
  /** Address of the page. */
  readonly url: string
}

/**
 * @returns whether the rules selected a short text almost without links to the own site. The model may not decide that it
 *   is none.
 */
export function isShortText(page: PageLines, { isSelected, url }: Selection): boolean {
  let [length, linked, count] = [0, 0, 0]
  for (const [index, line] of page.lines.entries()) {
    if (!isSelected(index)) continue
    length += line.text.length
    linked += isReference(line, url) ? 0 : line.linked
    count += isText(line) && !isInTools(page, line) ? 1 : 0
  }
  return count >= MIN_LINES && length <= MAX_TEXT && linked <= length * MAX_LINKED
}

interface Decisions extends Selection {
  /** Whether the model does not rule out a line. */
  readonly mayKeep: (index: number) => boolean
}

/**
 * Keeps all lines of a short text that the rules selected, such as those of a timetable, a poem, a glossary or a list of
 * changes. The model has learnt from long texts, and judges short lines without sentences by too little. Links to other sites
 * stay. Labels, tools, and lines about the page are left to the model, and so is everything below a label of other pages.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function keepShortText(page: PageLines, keep: Uint8Array, { isSelected, mayKeep, url }: Decisions): void {
  if (!isShortText(page, { isSelected, url })) return
  const { lines } = page
  const isKept = (index: number): boolean => keep[index] === 1
  if (lengthOf(lines, isKept) > lengthOf(lines, isSelected) * MAX_KEPT) return
  const last = keep.lastIndexOf(1)
  const rest = lines.findIndex(({ text }, index) => index > last && isOtherPagesLabel(text))
  const end = rest < 0 ? lines.length : rest
  const time = timeOfPage(lines, isSelected)
  // A label at the end has lost what it announced.
  const isLoneLabel = (index: number): boolean =>
    index > last && COLON.test(lines[index]!.text) && !isSelected(index + 1)
  for (const [index, line] of lines.slice(0, end).entries()) {
    if (!isSelected(index) || !mayKeep(index) || isInTools(page, line)) continue
    if (isText(line) ? !isLoneLabel(index) && !isAboutPage(line.text) && index !== time : isReference(line, url))
      keep[index] = 1
  }
}

/** Matches a date with the time of day. */
const DATE_AND_TIME = /(?:^|\D)(?:19|20)\d\d\b\P{L}{1,4}\d{1,2}[:.]\d\d\b/u
/** Maximum length in characters of a line that consists of a date and the time of day. */
const MAX_TIME = 40

/** @returns the only line that is a date with the time of day, by its index: the page is from then. Entries have several. */
function timeOfPage(lines: readonly PageLine[], isSelected: (index: number) => boolean): number | undefined {
  const times = lines.flatMap(({ text }, index) =>
    isSelected(index) && text.length <= MAX_TIME && DATE_AND_TIME.test(text) ? [index] : [],
  )
  return times.length === 1 ? times[0] : undefined
}

const COLON = /[:：]$/

function lengthOf(lines: readonly PageLine[], isCounted: (index: number) => boolean): number {
  return lines.reduce((sum, { text }, index) => sum + (isCounted(index) ? text.length : 0), 0)
}

function isText({ text, linked }: PageLine): boolean {
  return linked === 0 && HAS_TEXT.test(text) && !isLabel(text)
}

/** @returns whether a line is a link to another site, such as one that a text comments on */
function isReference(line: PageLine, url: string): boolean {
  return line.linked > 0 && !isLabel(line.text) && refersToOtherSite(firstTarget(line), url)
}

/** @returns whether a line is in a form, a menu or a box that is named after clutter */
function isInTools({ elements, parents }: PageLines, { inner }: PageLine): boolean {
  for (let at = inner; at > 0; at = parents[at]!) {
    const element = elements[at]!
    if (TOOLS.has(element.tagName) || isUnlikely(element) || isNamedClutter(element)) return true
  }
  return false
}
