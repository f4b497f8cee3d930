import { cleanText } from '../dom/clean-text.ts'
import {
  attributeOf,
  elementsOf,
  isElement,
  detachNode,
  visibleTextOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { isNamedAfterHeading } from '../find/boxes/named-section.ts'
import { isSectionOfSources } from '../find/links-in-text.ts'
import { findAuthorNote } from './author-note.ts'
import { asksForSupport } from './support-request.ts'
import { isLinkOfText, type LinkLine } from './link-line.ts'
import { linksBelow, referredLinks, sourcesHeadings } from './own-links/reading-lists.ts'
import { sectionLinks } from './own-links/section-links.ts'
import type { LinkedLine } from './own-links/linked-line.ts'
import {
  asksToSubscribe,
  endsSubscription,
  isAboutPage,
  isFeedNote,
  isLabel,
  isOtherPagesLabel,
  pointsElsewhere,
  statesRights,
} from './unrelated-line-patterns.ts'
import { linkDensity, measureTree, type Measures, type MeasuresOf } from '../dom/text-measures.ts'

/** Maximum length of a line in characters. Longer blocks are paragraphs of the text. */
const MAX_LINE_CHARACTERS = 300
/** Repeated lines up to this length in characters stay, because they may be repeated on purpose. */
const MAX_REPEATED_CHARACTERS = 40
const MAX_REPEATED = 5
/** Share of all lines that may be repetitions, on pages that do not declare themselves articles. */
const MAX_REPEATED_SHARE = 0.25
/**
 * Position in the text, from 0 to 1, after which lines about the page and its authors are removed. Earlier in the text,
 * the same words may belong to the article.
 */
const LAST_PART = 0.75
/** Position after which the note of a feed stands. In short articles it is a large part of the text. */
const LAST_HALF = 0.5
/** Minimum length in characters of the paragraphs of an article below which an author is described. */
const MIN_PROSE = 500
const PRESERVED_ELEMENTS = new Set('pre code table figure blockquote th td summary'.split(' '))
const HEADING = /^h[1-6]$/

interface Line {
  readonly element: PageElement
  readonly text: string
  readonly inside: Measures
  /** whether the line is an item of a list, or all text of one */
  readonly isItem: boolean
  /** position of the line's end in the text, from 0 to 1 */
  readonly position: number
  /** share of the text after the line that is inside links, from 0 to 1 */
  readonly linksAfter: number
}

/**
 * Removes single lines that are not part of the text: labels of tools, pointers to other pages, lines about the page,
 * and repeated lines.
 *
 * @param root the found article with absolute addresses, changed in place
 * @param isDeclared whether the page declares itself an article. If not, most of these lines stay in an article that is
 * short or contains many links
 * @param about what is known of the article: the names of its authors, whose biographies at the end are removed, and the
 * address of its page
 * @returns the number of removed elements
 */
export function dropUnrelatedLines(root: PageElement, isDeclared: boolean, about: AboutArticle = {}): number {
  const { authors = [], url = '' } = about
  const measures = measureTree(root, new Set())
  const isText = isDeclared || isProse(measures.get(root)!)
  const lines = linesOf(root, measures)
  const page = { url, isDeclared }
  const shown = lines.filter(({ inside }) => inside.text > 0).map(linkedLineOf)
  const sources = sourcesHeadings(shown)
  const ownLinks = new Set([...sectionLinks(shown), ...linksBelow(shown, sources), ...referredLinks(shown, url)])
  const isOwnLink = (line: Line, index: number, isPointer: boolean): boolean =>
    ownLinks.has(line.element) || isLinkOfText({ ...line, ...placeOf(lines, index) }, isPointer, page)
  const headings = new Set([...sources, ...lines.filter((line) => isLabelOfSection(line, measures)).map(elementOf)])
  const unrelated = lines.filter(
    (line, index) =>
      isFeedNoteBelow(line) ||
      endsSubscriptionBelow(line) ||
      (!isText && statesRightsBelow(line)) ||
      asksToSubscribe(line.text) ||
      (!line.isItem && asksForSupport(line.element, line.text, url)) ||
      (!headings.has(line.element) && isUnrelatedLine(line, isText, (isPointer) => isOwnLink(line, index, isPointer))),
  )
  const dropped = new Set([...unrelated, ...otherPagesBelow(lines, headings)].map(elementOf))
  if (isText) {
    const repeated = repeatedLines(lines, isDeclared ? MAX_REPEATED : lines.length * MAX_REPEATED_SHARE)
    const bios = lines.filter((line) => isAboutAuthor(line, authors))
    for (const { element } of [...tailOf(lines, headings), ...repeated, ...bios]) dropped.add(element)
  }
  const note = findAuthorNote(lines, root)
  if (note !== undefined && measures.get(root)!.long >= MIN_PROSE) dropped.add(note)
  detachNode(root, dropped)
  return dropped.size
}

function elementOf({ element }: Line): PageElement {
  return element
}

/** @returns whether a line is the heading of a section that is named after it, such as "Tags" in a manual of a language, or of a manual's sources */
function isLabelOfSection({ element, text }: Line, measures: MeasuresOf): boolean {
  const { parentNode, tagName } = element
  if (!HEADING.test(tagName) || !isLabel(text) || parentNode === null || !isElement(parentNode)) return false
  const inside = measures.get(parentNode)!
  return isNamedAfterHeading(parentNode, inside) || isSectionOfSources(parentNode, inside)
}

interface AboutArticle {
  readonly authors?: readonly string[]
  readonly url?: string
}

/** Minimum share of the text in links, so that a line consists of a link. */
const LONE_LINK = 0.85
/** Minimum share of the text in links of a line that refers to another page. */
const MOSTLY_LINKED = 0.4
/** Minimum length in characters of a line of prose. */
const LONG_LINE = 80

function placeOf(lines: readonly Line[], index: number): Omit<LinkLine, 'element' | 'text'> {
  const [before, after] = [lines[index - 1], lines[index + 1]]
  const isLong = (line: Line | undefined): boolean => line !== undefined && line.inside.text > LONG_LINE
  return {
    isAfterProse: isLong(before),
    isBeforeProse: isLong(after),
    isBesideLink: [before, after].some((line) => line !== undefined && linkDensity(line.inside) > LONE_LINK),
    isAtEnd: lines[index]!.position > LAST_PART,
  }
}

function linkedLineOf({ element, text, inside }: Line): LinkedLine {
  return { element, text, length: inside.text, linked: linkDensity(inside), isLabel: isLabel(text) }
}

/** @returns whether the text is long and has few links, which suggests an article */
function isProse({ long, links, text }: Measures): boolean {
  return long > 1500 && links < text * 0.15
}

/**
 * @param most maximum number of repetitions. If there are more, they are intended, as in timetables, recipes and verse
 * @returns the second and further occurrences of lines, except for refrains; empty above the maximum
 */
function repeatedLines(lines: readonly Line[], most: number): Line[] {
  const firsts = new Map<string, Line>()
  const repeated = lines.filter((line) => {
    if (line.text.length <= MAX_REPEATED_CHARACTERS) return false
    const first = firsts.get(line.text)
    if (first === undefined || isContentsEntry(first, line)) firsts.set(line.text, line)
    return first !== undefined && !isContentsEntry(first, line) && !leadsElsewhere(first, line)
  })
  return repeated.length <= most ? repeated.filter((line) => !isRefrain(line, firsts.get(line.text))) : []
}

/** @returns whether two lines with the same text have links to different pages */
function leadsElsewhere(first: Line, line: Line): boolean {
  if (line.inside.links === 0) return false
  const targetsOf = ({ element }: Line): string =>
    [element, ...elementsOf(element)]
      .map((inner) => (inner.tagName === 'a' ? attributeOf(inner, 'href') : ''))
      .join('\n')
  return targetsOf(first) !== targetsOf(line)
}

/** @returns whether the first line is an entry of the contents, which names the heading of a section */
function isContentsEntry(first: Line, line: Line): boolean {
  return HEADING.test(line.element.tagName) && !HEADING.test(first.element.tagName)
}

function isRefrain({ element, inside }: Line, first: Line | undefined): boolean {
  return element.tagName === 'p' && inside.links === 0 && element.parentNode === first?.element.parentNode
}

function linesOf(root: PageElement, measures: MeasuresOf): Line[] {
  const whole = measures.get(root)!
  const rest = { text: whole.text, links: whole.links }
  return elementsOf(root).flatMap((element) => {
    const inside = measures.get(element)!
    if (inside.blocks !== 1 || !isLineElement(element)) return []
    rest.text -= inside.text
    rest.links -= inside.links
    if (isPreserved(element, root)) return []
    const text =
      inside.text > MAX_LINE_CHARACTERS ? '' : (cleanText(visibleTextOf(element), MAX_LINE_CHARACTERS * 2) ?? '')
    return [
      {
        element,
        inside,
        text,
        isItem: isListItem(element, measures),
        position: 1 - rest.text / (whole.text || 1),
        linksAfter: linkDensity(rest),
      },
    ]
  })
}

/**
 * @returns the lines from the first short label or reference to another page onwards, if more than 40 % of the text
 * after that line is in links; otherwise empty. The line must be in the last 45 % of the text.
 */
function tailOf(lines: readonly Line[], headings: ReadonlySet<PageElement>): readonly Line[] {
  const start = lines.findIndex(
    ({ element, text, position, linksAfter }) =>
      !headings.has(element) &&
      position > LAST_PART - 0.2 &&
      linksAfter > 0.4 &&
      text.length <= 80 &&
      (isLabel(text) || pointsElsewhere(text)),
  )
  return start < 0 ? [] : lines.slice(start)
}

/** @returns the lines from a heading such as "Other events" onwards, if all headings below it are links or titles of teasers; otherwise empty */
function otherPagesBelow(lines: readonly Line[], headings: ReadonlySet<PageElement>): readonly Line[] {
  const start = lines.findIndex(
    ({ element, text, position }) =>
      position > LAST_HALF && !headings.has(element) && HEADING.test(element.tagName) && isOtherPagesLabel(text),
  )
  return start >= 0 && areOtherPages(lines.slice(start + 1)) ? lines.slice(start) : []
}

/** @returns whether all of at least two headings are links to other pages */
function areOtherPages(lines: readonly Line[]): boolean {
  const headings = lines.filter(({ element }) => HEADING.test(element.tagName))
  if (headings.length < 2) return false
  return headings.every(({ inside }) => linkDensity(inside) > LONE_LINK) || areTeasers(lines)
}

/** Maximum length in characters of the text below a heading that is a teaser, and maximum share of the text in teasers. */
const MAX_TEASER = 300
const MAX_TEASERS = 0.3

/** @returns whether only short texts are below each heading, and they are a small part of the text */
function areTeasers(lines: readonly Line[]): boolean {
  if (lines[0]!.position < 1 - MAX_TEASERS) return false
  let length = 0
  for (const { element, inside } of lines) {
    length = HEADING.test(element.tagName) ? 0 : length + inside.text
    if (length > MAX_TEASER) return false
  }
  return true
}

function isLineElement({ tagName }: PageElement): boolean {
  return (
    ['p', 'div', 'section', 'li', 'aside', 'header', 'center', 'dd', 'article'].includes(tagName) ||
    HEADING.test(tagName)
  )
}

function isPreserved(element: PageElement, root: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  while (parent !== null && isElement(parent) && parent !== root) {
    if (PRESERVED_ELEMENTS.has(parent.tagName)) return true
    parent = parent.parentNode
  }
  return false
}

/** @param isOwn returns whether a line with little else than a link is part of the text, if it points to another page or not */
function isUnrelatedLine(
  { element, text, inside, position, isItem }: Line,
  isText: boolean,
  isOwn: (isPointer: boolean) => boolean,
): boolean {
  if (text === '' || containsMore(inside)) return false
  if (isLabel(text)) return isText || !isItem
  if (!isText || HEADING.test(element.tagName)) return false
  const density = linkDensity(inside)
  if (density > MOSTLY_LINKED && pointsElsewhere(text)) return !isOwn(true)
  return !isItem && (isPageLine(text, position) || (isLoneLink(inside) && !isOwn(false)))
}

/** Number of boxes in an item of a list around its text. */
const MAX_BOXES_IN_ITEM = 3

/** @returns whether a line is an item of a list, or all text of one */
function isListItem(element: PageElement, measures: MeasuresOf): boolean {
  const { text } = measures.get(element)!
  let at: PageParent | null = element
  for (let level = 0; level <= MAX_BOXES_IN_ITEM && at !== null && isElement(at); level++, at = at.parentNode)
    if (at.tagName === 'li') return measures.get(at)?.text === text
  return false
}

function isFeedNoteBelow({ text, position }: Line): boolean {
  return position > LAST_HALF && isFeedNote(text)
}

/** Maximum length in characters of the label of the link that ends a subscription. */
const MAX_LINK = 40

/** @returns whether a line near the end has the link that ends a subscription, as the last line of a letter has */
function endsSubscriptionBelow({ element, text, position, inside }: Line): boolean {
  if (position <= LAST_PART || inside.links === 0 || !endsSubscription(text)) return false
  const links = [element, ...elementsOf(element)].filter(({ tagName }) => tagName === 'a')
  const labels = links.map((link) => visibleTextOf(link).trim())
  return labels.some((label) => label.length <= MAX_LINK && endsSubscription(label))
}

function statesRightsBelow({ text, position }: Line): boolean {
  return position > LAST_PART && statesRights(text)
}

function isPageLine(text: string, position: number): boolean {
  return (position < FIRST_PART || position > LAST_PART) && isAboutPage(text)
}

function containsMore({ media, frames }: Measures): boolean {
  return media > 0 || frames > 0
}

const FIRST_PART = 0.15

/**
 * @returns whether a line near the end describes an author ("Ada Byron is a writer for …") or contains only the name
 */
function isAboutAuthor({ text, position, inside }: Line, authors: readonly string[]): boolean {
  if (position < LAST_PART || text === '' || containsMore(inside)) return false
  return authors.some((author) => {
    if (author.length < 5 || !text.startsWith(author)) return false
    const rest = text.slice(author.length)
    return rest.trim() === '' || /^,? (?:is|writes|covers|has been)\b/.test(rest)
  })
}

function isLoneLink(inside: Measures): boolean {
  return linkDensity(inside) > LONE_LINK && inside.text > 20 && inside.images === 0
}
