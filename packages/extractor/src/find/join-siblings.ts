import { isKnownEmbed } from '../blocks/embeds/embeds.ts'
import { isNamedClutter, isUnlikely } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  findElement,
  firstElements,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { linkDensity, type Measures, type MeasuresOf } from '../dom/text-measures.ts'
import { containsFiles } from './boxes/files.ts'
import { isBoxOfCards } from './card-grids.ts'
import { onlyChildUp } from './choose-container.ts'
import { isIntroduction } from './find-clutter.ts'
import { isSitePart } from './site-parts.ts'
import { isBetweenProse, isTextWithLinkList } from './links-in-text.ts'
import { isPictureGroup, isSinglePicture } from './picture-groups.ts'
import { isParagraph, type Scores } from './score-candidates.ts'

const MIN_SCORE = 10
/** Minimum score of a sibling that is a part of the article, as a share of the container's score. */
const PART_OF_TOP = 0.2

/**
 * Finds further parts of an article among the siblings of its container. Many sites put the first paragraphs before the
 * container of the other paragraphs, and page builders put every list, table and picture into a box of its own.
 *
 * @param top the chosen container
 * @returns the container, siblings with a sufficient score, what stands between them, paragraphs before it, and boxes
 *   before and after it with content of their own, in document order
 */
export function joinSiblings(top: PageElement, scores: Scores, measures: MeasuresOf): PageElement[] {
  const own = joinWithin(top, scores, measures)
  const table = letterTable(top)
  if (table === undefined) return own
  const box = onlyChildUp(table, measures)
  return joinWithin(box, scores, measures).flatMap((part) => (part === box ? own : [part]))
}

/** @returns the table around a row whose rows have one cell each: a column of boxes, one of several tables of a letter */
function letterTable(row: PageElement): PageElement | undefined {
  const body = row.tagName === 'tr' ? row.parentNode : null
  const table = body !== null && isElement(body) && body.tagName === 'tbody' ? body.parentNode : body
  if (table === null || !isElement(table) || table.tagName !== 'table') return undefined
  const cells = row
    .parentNode!.childNodes.filter(isElement)
    .map(({ childNodes }) => childNodes.filter(isElement).length)
  return cells.every((count) => count <= 1) ? table : undefined
}

function joinWithin(top: PageElement, scores: Scores, measures: MeasuresOf): PageElement[] {
  const siblings = top.parentNode?.childNodes.filter(isElement) ?? [top]
  const within = (element: PageElement): number => scoreWithin(element, scores, measures)
  const least = Math.max(MIN_SCORE, within(top) * PART_OF_TOP)
  const place = siblings.indexOf(top)
  const isPart = siblings.map((sibling, index) => {
    const isAlike = kindOf(sibling) === kindOf(top)
    if (sibling === top || (isAlike ? within(sibling) : (scores.get(sibling) ?? 0)) >= least) return true
    return index < place && isLead(sibling, measures.get(sibling))
  })
  const mayJoin = contentRule(isPart, { isInFrame: frameOf(top), isSection: sectionTest(top) }, measures)
  const chosen: PageElement[] = []
  let isFollowed = false
  for (let index = siblings.length - 1; index >= 0; index--) {
    const sibling = siblings[index]!
    const inside = measures.get(sibling)
    if (inside === undefined || isEmpty(inside)) continue
    isFollowed = isPart[index]! || mayJoin(index, sibling, inside, isFollowed)
    if (isFollowed) chosen.push(sibling)
  }
  return chosen.toReversed()
}

const MAX_BOXES_DOWN = 20

/**
 * @returns the score of an element, or of the only box in it that contains something, whichever is greater. Page builders
 *   put each part of a page into several boxes, and the outer ones have low scores
 */
function scoreWithin(element: PageElement, scores: Scores, measures: MeasuresOf): number {
  let score = 0
  let at: PageElement | undefined = element
  for (let level = 0; level < MAX_BOXES_DOWN && at !== undefined; level++) {
    score = Math.max(score, scores.get(at) ?? 0)
    const filled: PageElement[] = at.childNodes.filter(isElement).filter((child) => {
      const inside = measures.get(child)
      return inside !== undefined && !isEmpty(inside)
    })
    at = filled.length === 1 ? filled[0] : undefined
  }
  return score
}

/** @returns a function for whether a sibling of the container is in the frame of the article */
function frameOf(top: PageElement): (sibling: PageElement) => boolean {
  const { parentNode } = top
  if (isArticleFrame(parentNode)) return () => true
  // Boxes of the same name around a title are the sections of a page without a main element.
  if (parentNode === null || findElement(parentNode, ({ tagName }) => tagName === 'h1') === undefined)
    return () => false
  const kind = kindOf(top)
  return (sibling) => kindOf(sibling) === kind
}

function kindOf(element: PageElement): string {
  return `${element.tagName} ${attributeOf(element, 'class')?.trim().split(/\s/, 1)[0] ?? ''}`
}

/**
 * @returns a function for whether a sibling of the container is a section like it, with a heading of its level, and not
 *   about the site. It is of its kind, or plain text that opens the article, such as the purpose in a manual page
 */
function sectionTest(top: PageElement): SiblingTests['isSection'] {
  const kind = kindOf(top)
  const level = firstHeading(top)
  if (level === undefined) return () => false
  return (sibling, inside, isOpening) => {
    if (firstHeading(sibling) !== level || isNamedOther(sibling, inside) || isSitePart(sibling)) return false
    if (isOpening && inside.links + inside.inputs + inside.images === 0) return true
    return kindOf(sibling) === kind && isBetweenContent(sibling, inside)
  }
}

/** Number of elements at the start of a section that are searched for its heading. */
const MAX_BEFORE_HEADING = 3

function firstHeading(section: PageElement): string | undefined {
  return firstElements(section, MAX_BEFORE_HEADING).find(({ tagName }) => HEADING.test(tagName))?.tagName
}

const HEADING = /^h[1-6]$/

/** What a sibling of the container may be. */
interface SiblingTests {
  /** Whether it is in the frame of the article. */
  readonly isInFrame: (sibling: PageElement) => boolean
  /** Whether it is a section like the container. A section opens the article if it is directly before the first part. */
  readonly isSection: (sibling: PageElement, inside: Measures, isOpening: boolean) => boolean
}

type ContentRule = (index: number, sibling: PageElement, inside: Measures, isFollowed: boolean) => boolean

/**
 * @param isPart which siblings are parts of the article by their text
 * @param tests what a sibling may be
 * @returns a function for whether another sibling belongs to the article. A heading before or after the article does
 *   only if what follows it does
 */
function contentRule(
  isPart: readonly boolean[],
  { isInFrame, isSection }: SiblingTests,
  measures: MeasuresOf,
): ContentRule {
  const [first, last] = [isPart.indexOf(true), isPart.lastIndexOf(true)]
  const isNear = (index: number, distance: number): boolean => index >= first - distance && index <= last + distance
  return (index, sibling, inside, isFollowed) => {
    const isBetween = isNear(index, 0)
    const isFramed = isInFrame(sibling)
    const isOpening = isFollowed && index < first
    if (isNear(index, BOXES_IN_FRAME) && isSection(sibling, inside, isOpening)) return true
    if (!isNear(index, isFramed ? BOXES_IN_FRAME : BOXES_BESIDE)) return false
    if ((isBetween || isFramed) && isBoxOfCards(sibling, inside, measures)) return !isSitePart(sibling)
    if (isBetween) return isBetweenText(sibling, inside, measures)
    return (isFollowed || !isBareHeading(inside)) && isOwnContent(sibling, inside, isFramed)
  }
}

function isBetweenText(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  return isBetweenContent(element, inside) || isBetweenProse(element, measures)
}

function isBareHeading({ text, headings, images }: Measures): boolean {
  return text > 0 && headings === text && images === 0
}

/** Minimum length in characters of the paragraphs in a section outside of the box of the article. */
const MIN_PROSE_IN_SECTION = 160

/**
 * @param top the chosen container
 * @returns sections with a heading and paragraphs, such as questions, that stand after the boxes around the article,
 *   within the page's main element or around its main heading
 */
export function sectionsAfter(top: PageElement, measures: MeasuresOf): PageElement[] {
  const found: PageElement[] = []
  for (
    let box = top.parentNode;
    box !== null && isElement(box) && isArticleFrame(box.parentNode);
    box = box.parentNode
  ) {
    if (box.tagName === 'main' || box.tagName === 'article') break
    const siblings = box.parentNode!.childNodes.filter(isElement)
    for (const sibling of siblings.slice(siblings.indexOf(box) + 1)) {
      const inside = measures.get(sibling)
      if (inside === undefined || inside.headings === 0 || inside.long < MIN_PROSE_IN_SECTION) continue
      if (isOwnContent(sibling, inside, true)) found.push(sibling)
    }
  }
  return found
}

function isEmpty({ text, images, frames, media }: Measures): boolean {
  return text === 0 && images === 0 && frames === 0 && media === 0
}

/** @returns whether the element is in the page's main element or article, or around the main heading of the page */
function isArticleFrame(parent: PageParent | null): boolean {
  if (parent === null || !isElement(parent) || parent.tagName === 'body') return false
  for (let up: PageParent | null = parent; up !== null && isElement(up); up = up.parentNode)
    if (up.tagName === 'main' || up.tagName === 'article' || attributeOf(up, 'role') === 'main') return true
  return findElement(parent, ({ tagName }) => tagName === 'h1') !== undefined
}

/** Number of boxes before and after the article that are examined. */
const BOXES_BESIDE = 2
/** The same in the frame of the article, where boxes of other pages are the exception. */
const BOXES_IN_FRAME = 40
/** Minimum number of items of a list that is content by itself. */
const MIN_ITEMS = 3
/** Maximum share of linked text in a box beside the article that is content. */
const MAX_LINKS_BESIDE = 0.1

/**
 * @returns whether a box beside the article is content that belongs to it. In the frame of the article, that is any text
 *   or picture; elsewhere it is data: a table, code, a list or pictures
 */
function isOwnContent(element: PageElement, inside: Measures, isInFrame: boolean): boolean {
  if (inside.inputs > 0 || isNamedOther(element, inside)) return false
  if (linkDensity(inside) > MAX_LINKS_BESIDE) return isInFrame && areLinksOfFrame(element, inside)
  if (isRecording(element, inside)) return true
  if (inside.frames > 0) return false
  if (isPictureGroup(element, inside)) return true
  if (isInFrame && !isSitePart(element)) return inside.images > 0 ? isSinglePicture(element, inside) : inside.text > 0
  if (inside.items >= MIN_ITEMS) return true
  return firstElements(element, MAX_SEARCHED_ELEMENTS).some(({ tagName }) => DATA_ELEMENTS.has(tagName))
}

const MAX_PARAGRAPH = 3000
const SENTENCE = /\p{L}[.!?。！？][”"»’)]?$/u

/** Maximum share of linked text in a list of sentences. In menus, nearly all text is linked. */
const MAX_LINKS_IN_LIST = 0.6

/** @returns whether an element is nothing but a list with text beside its links */
function isListOfSentences(element: PageElement, { items, headings, images, ...inside }: Measures): boolean {
  if (items === 0 || headings + images > 0 || linkDensity(inside) > MAX_LINKS_IN_LIST) return false
  return SENTENCE.test(textOf(element, MAX_PARAGRAPH).trim())
}

/**
 * @returns whether an element in the frame of the article is a sentence with a link, a list of such sentences, or a list or
 *   section of documents
 */
function areLinksOfFrame(element: PageElement, inside: Measures): boolean {
  if (inside.frames > 0 || isSitePart(element)) return false
  if (isListOfSentences(element, inside)) return true
  if (inside.long === 0 && inside.items + inside.headings > 0) return containsFiles(element)
  if (element.tagName !== 'p' || linkDensity(inside) >= MAX_LINKS_BETWEEN) return false
  return SENTENCE.test(textOf(element, MAX_PARAGRAPH).trim())
}

function isNamedOther(element: PageElement, inside: Measures): boolean {
  return isNamedClutter(element) || (isUnlikely(element) && !isIntroduction(element, inside))
}

const DATA_ELEMENTS = new Set(['th', 'pre', 'details', 'dt'])
const MAX_SEARCHED_ELEMENTS = 30

/** Maximum share of linked text in a box between two parts of the article. Boxes with more are teasers. */
const MAX_LINKS_BETWEEN = 0.35

/** @returns whether a box between two parts of the article belongs to it, such as a gallery, a list or a table */
function isBetweenContent(element: PageElement, inside: Measures): boolean {
  if (inside.inputs > 0) return false
  if (inside.text === 0 && inside.images === 0) return isRecording(element, inside)
  if (linkDensity(inside) < MAX_LINKS_BETWEEN || isTextWithLinkList(inside)) return true
  return isPictureGroup(element, inside) || (inside.long === 0 && containsFiles(element))
}

const MAX_CAPTION = 200

/** @returns whether a box contains a video or a sound, or the frame of a known site for them, and at most a caption */
function isRecording(element: PageElement, { text, frames, media, images }: Measures): boolean {
  if (text > MAX_CAPTION || frames > 1 || frames + media === 0 || images > 1) return false
  const player = findElement(element, ({ tagName }) => PLAYERS.has(tagName))
  return player !== undefined && (player.tagName !== 'iframe' || isKnownEmbed(attributeOf(player, 'src')))
}

const PLAYERS = new Set(['iframe', 'video', 'audio'])

/**
 * Minimum length in characters of a paragraph before the container. Shorter ones are often labels, not part of the
 * article.
 */
const MIN_LEAD_CHARACTERS = 80
const MAX_LINKS_IN_LEAD = 0.25

function isLead(element: PageElement, inside: Measures | undefined): boolean {
  if (inside === undefined || !isParagraph(element, inside)) return false
  return inside.text > MIN_LEAD_CHARACTERS && linkDensity(inside) < MAX_LINKS_IN_LEAD
}
