import { isNamedWidget, nameWeight, namesOf } from '../dom/class-name-hints.ts'
import { isCardFigure } from '../blocks/cards/figure-cards.ts'
import { isKnownEmbed, isOfText } from '../blocks/embeds/embeds.ts'
import {
  attributeOf,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  detachNode,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { findCardGrids } from './card-grids.ts'
import { isMarkedAsFacts, isRowOfFacts } from './boxes/facts.ts'
import { isTextInNav } from './find-clutter.ts'
import { isNamedAfterHeading } from './boxes/named-section.ts'
import { isPictureGroup, isSinglePicture } from './picture-groups.ts'
import { elementBefore } from './boxes/element-before.ts'
import { isRowOfButtons } from './boxes/buttons.ts'
import { containsFiles, isInLinkToFile } from './boxes/files.ts'
import { isEntryWithLink } from './boxes/entry-with-link.ts'
import { isLinkedSentence, isTextBetweenTexts } from './boxes/part-of-text.ts'
import { isBetweenProse, isSectionOfSources, isTextWithLinkList } from './links-in-text.ts'
import { siblingJudge } from './judge-siblings.ts'
import {
  addMeasures,
  linkDensity,
  measureCopies,
  measureTree,
  type Measures,
  type MeasuresOf,
} from '../dom/text-measures.ts'

const FEW_COMMAS = 10
const CONDITIONALLY_REMOVED = new Set('form fieldset table ul ol div section header article dl'.split(' '))
const ALWAYS_REMOVED = new Set(
  'footer aside object embed input textarea select button nav dialog form-control'.split(' '),
)

/**
 * Removes parts of a found article that probably do not belong to it: boxes of links, forms, rows of pictures, and
 * empty frames. The rules are those of Readability (`_cleanConditionally`). They are applied from the leaves upwards,
 * so each element is judged by its remaining content.
 *
 * @param root the article, changed in place: copies of elements of the page
 * @param measured the measures of these elements
 * @returns the measures of the remaining article
 */
export function tidyArticle(root: PageElement, measured: MeasuresOf): Measures {
  const kept = protectedElements(root)
  const measures = dropFixtures(root, measured)
  const dropped = new Set<PageElement>()
  keepCards(root, measures, kept)
  const isAmongSiblings = siblingJudge((box) => looksForeign(box, measures))
  for (const element of elementsOf(root).toReversed()) {
    if (kept.has(element) || !CONDITIONALLY_REMOVED.has(element.tagName)) continue
    if (!looksForeign(element, measures) || isEmbeddedPost(element, measures) || isPartOfItem(element, measures))
      continue
    if (isAmongSiblings(element)) continue
    subtractMeasures(element, measures)
    dropped.add(element)
  }
  const remaining = dropped.size === 0 ? measures : measureTree(root, dropped, measures)
  detachNode(root, dropped)
  layTablesFlat(root, kept, measures)
  return remaining.get(root)!
}

/** Adds grids of cards that belong to the article, their cards, and the boxes that contain only them. */
function keepCards(root: PageElement, measures: MeasuresOf, kept: Set<PageElement>): void {
  for (const grid of findCardGrids(root, measures)) {
    for (const element of [grid, ...elementsOf(grid)]) kept.add(element)
    const { text } = measures.get(grid)!
    for (let box = grid.parentNode; box !== null && isElement(box) && box !== root; box = box.parentNode) {
      if (measures.get(box)!.text > text + MAX_HEADING_BOX) break
      kept.add(box)
    }
  }
}

/** Removes forms, controls and unknown frames. @returns the measures of the remaining elements */
function dropFixtures(root: PageElement, measured: MeasuresOf): MeasuresOf {
  const measures = measureCopies(root, measured)
  const fixtures = new Set(elementsOf(root).filter((element) => isFixture(element, measures)))
  if (fixtures.size === 0) return measures
  const remaining = measureTree(root, fixtures, measures)
  detachNode(root, fixtures)
  return remaining
}

/**
 * Turns layout tables into boxes. Such tables only position paragraphs.
 *
 * @param root the article, changed in place
 */
export function flattenLayoutTables(root: PageElement): void {
  if (findElement(root, ({ tagName }) => tagName === 'table') === undefined) return
  layTablesFlat(root, protectedElements(root), measureTree(root, new Set()))
}

function layTablesFlat(root: PageElement, kept: ReadonlySet<PageElement>, measures: MeasuresOf): void {
  for (const table of elementsOf(root)) {
    if (table.tagName !== 'table') continue
    if (isStatedLayout(table)) for (const part of ownParts(table)) toBox(part)
    else if (!kept.has(table)) layFlat(table, measures)
  }
}

/** @returns whether a table states that it only positions its contents, as all tables of a mail do, also around a table of data */
function isStatedLayout(table: PageElement): boolean {
  const role = attributeOf(table, 'role')
  return role === 'presentation' || role === 'none'
}

/** @returns a table with its rows and cells, without those of tables in it */
function ownParts(table: PageElement): PageElement[] {
  const parts = [table]
  for (const part of parts)
    for (const child of part.childNodes)
      if (isElement(child) && child.tagName !== 'table' && TABLE_PARTS.has(child.tagName)) parts.push(child)
  return parts
}

function toBox(element: PageElement): void {
  element.tagName = element.nodeName = 'div'
}

/** Minimum number of characters in a layout table. Shorter tables stay unchanged. */
const LAYOUT_TEXT = 300
const TABLE_PARTS = new Set(['table', 'tbody', 'tr', 'td'])

/** Turns a layout table into boxes. */
function layFlat(table: PageElement, measures: MeasuresOf): void {
  const inner = elementsOf(table)
  const isSmall = (measures.get(table)?.text ?? 0) < LAYOUT_TEXT
  if (isSmall && inner.filter(({ tagName }) => tagName === 'td').length > 1) return
  for (const element of [table, ...inner]) if (TABLE_PARTS.has(element.tagName)) toBox(element)
}

/** Subtracts the measures of a removed element from those of its ancestors. */
function subtractMeasures(element: PageElement, measures: MeasuresOf): void {
  const removed = measures.get(element)!
  for (let parent = element.parentNode; parent !== null; parent = isElement(parent) ? parent.parentNode : null) {
    const outer = measures.get(parent)
    if (outer === undefined) return
    addMeasures(outer, removed, -1)
  }
}

function isFixture(element: PageElement, measures: MeasuresOf): boolean {
  if (ALWAYS_REMOVED.has(element.tagName)) return !isTextInNav(element, measures.get(element)!)
  if (element.tagName === 'form') return isFilledIn(measures.get(element)!)
  return element.tagName === 'iframe' && !isKnownEmbed(attributeOf(element, 'src')) && !isOfText(element)
}

/**
 * @returns whether users fill in the form. A form with many commas contains prose: some sites put the whole page in a
 * form.
 */
function isFilledIn({ inputs, paragraphs, commas }: Measures): boolean {
  return commas < FEW_COMMAS && inputs > Math.floor(paragraphs / 3)
}

/** @returns data tables, code blocks and boxes with facts, with their descendants and ancestors */
function protectedElements(root: PageElement): Set<PageElement> {
  const outermost = new Set<PageElement>()
  const found = new Set<PageElement>()
  for (const element of elementsOf(root)) {
    const parent = element.parentNode
    if (parent !== null && isElement(parent) && found.has(parent)) found.add(element)
    else if (
      element.tagName === 'pre' ||
      isMarkedAsFacts(element) ||
      (element.tagName === 'table' && isDataTable(element))
    ) {
      found.add(element)
      outermost.add(element)
    }
  }
  for (const element of outermost) addAncestors(element, found)
  return found
}

function addAncestors(element: PageElement, found: Set<PageElement>): void {
  let parent: PageParent | null = element.parentNode
  while (parent !== null && isElement(parent) && !found.has(parent)) {
    found.add(parent)
    parent = parent.parentNode
  }
}

/** @returns whether a table contains data, by the criteria of Readability */
function isDataTable(table: PageElement): boolean {
  const role = attributeOf(table, 'role')
  if (role === 'presentation' || attributeOf(table, 'datatable') === '0') return false
  if (attributeOf(table, 'summary')) return true
  const inner = elementsOf(table).slice(0, 2000)
  if (inner.some((element) => ['col', 'colgroup', 'tfoot', 'thead', 'th', 'caption'].includes(element.tagName)))
    return true
  if (inner.some((element) => element.tagName === 'table')) return false
  const rows = inner.filter((element) => element.tagName === 'tr')
  // The first row is often a title across all columns.
  const columns = rows.reduce((most, row) => Math.max(most, row.childNodes.filter(isElement).length), 0)
  return columns > 1 && rows.length > 1 && (rows.length >= 10 || columns > 4 || rows.length * columns > 10)
}

/** Number of elements at the start of a box that are searched for a quotation. */
const MAX_SEARCHED_ELEMENTS = 20
const POST_NAME = /social|embed|tweet|twitter|instagram|tiktok|facebook|fb-post|reddit|bluesky|mastodon|threads|quote/i

/**
 * @returns whether a box is an embedded post, or a part of one: a quotation with hardly any other text. The box or the
 * quotation is named after the network.
 */
function isEmbeddedPost(element: PageElement, measures: MeasuresOf): boolean {
  if (isInPost(element)) return true
  const inside = measures.get(element)!
  if (inside.media === 0 || inside.text === 0 || inside.inputs > 0) return false
  const quotation = firstElements(element, MAX_SEARCHED_ELEMENTS).find(({ tagName }) => tagName === 'blockquote')
  if (quotation === undefined || measures.get(quotation)!.text < inside.text * 0.9) return false
  return POST_NAME.test(namesOf(element)) || POST_NAME.test(namesOf(quotation))
}

/** Number of boxes around a part of an embedded post. */
const MAX_BOXES_IN_POST = 4

/** @returns whether a box is a part of an embedded post, such as the link to it or the name of its author */
function isInPost(element: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  for (let level = 0; level < MAX_BOXES_IN_POST && parent !== null && isElement(parent); level++) {
    if (parent.tagName === 'blockquote') return POST_NAME.test(namesOf(parent))
    parent = parent.parentNode
  }
  return false
}

const ITEMS = new Set(['li', 'dd', 'dt', 'details', 'figure', 'figcaption'])
const LISTS = new Set(['ul', 'ol', 'dl'])
/** Number of elements between a box and the list that contains it. */
const MAX_BOXES_IN_LIST = 4
/** Maximum share of a list's text in links, so that the list is text. Lists with more are menus and teasers. */
const MAX_LINKED_LIST = 0.3

/**
 * @returns whether the element is in an item of a list that is mostly text or short, or in a folded text or a figure. Items
 *   are judged together, as parts of their list.
 */
function isPartOfItem(element: PageElement, measures: MeasuresOf): boolean {
  if (LISTS.has(element.tagName)) return false
  let isInItem = false
  let parent: PageParent | null = element.parentNode
  for (let level = 0; level < MAX_BOXES_IN_LIST && parent !== null && isElement(parent); level++) {
    if (isInItem && LISTS.has(parent.tagName)) return linkDensity(measures.get(parent)!) <= MAX_LINKED_LIST
    if (ITEMS.has(parent.tagName)) {
      if (isShortLine(measures.get(parent)!)) return true
      isInItem = true
    }
    parent = parent.parentNode
  }
  return isInItem
}

/** Maximum length in characters of an item that is a line, also if its text is in boxes. */
const MAX_LINE = 100

/** @returns whether an item is a short line of text, such as a link. Cards have pictures or several lines. */
function isShortLine({ text, images, inputs, frames, headings }: Measures): boolean {
  return text > 0 && text <= MAX_LINE && images + inputs + frames + headings === 0
}

function looksForeign(element: PageElement, measures: MeasuresOf): boolean {
  const inside = measures.get(element)!
  if (isPictureGroup(element, inside) || leadsSomewhere(element, inside, measures)) return false
  const weight = weightOf(element, inside)
  if (weight < 0 && inside.long < 400 && !isContentDespiteName(element, inside, measures)) return true
  if (inside.commas >= FEW_COMMAS || inside.frames > 0 || isHeadingBox(element, measures)) return false
  const isList = LISTS.has(element.tagName) || inside.lists > inside.text * 0.9
  if (hasWrongProportions(element, inside, isList)) return !isListDespiteProportions(element, inside, isList)
  return hasTooManyLinks(inside, weight, isList) && !areLinksOfText(element, inside, measures)
}

function isListDespiteProportions(element: PageElement, inside: Measures, isList: boolean): boolean {
  if (isPictureList(element, inside, isList) || hasPlainCells(element, inside)) return true
  return isSectionOfSources(element, inside)
}

/** @returns whether a box contains documents, buttons that belong to the text, or nothing but a figure that shows another page */
function leadsSomewhere(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  if (isFileBox(element, inside) || isRowOfButtons(element, inside, measures)) return true
  const only = element.childNodes.find(isElement)
  return only !== undefined && measures.get(only)?.text === inside.text && isCardFigure(only)
}

/** Maximum length in characters of a box with documents. In a longer one, they are a small part; prose advertises them. */
const MAX_FILE_BOX = 1000

function isFileBox(element: PageElement, { text, links, inputs, images, long }: Measures): boolean {
  if (text > MAX_FILE_BOX || inputs + images > 0) return false
  if (links === 0) return isInLinkToFile(element)
  return (long === 0 || links >= text) && containsFiles(element)
}

/** @returns whether a box with many links belongs to the text: as a list, a sentence or an entry of a list post */
function areLinksOfText(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  if (isListOfText(element, inside, measures) || isEntryWithLink(element, inside)) return true
  if (isSectionOfSources(element, inside)) return true
  return isLinkedSentence(element, inside, measures)
}

/** @returns whether a box with many links is a list that belongs to the text */
function isListOfText(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  if (isListInText(element, measures) || isBetweenProse(element, measures)) return true
  return hasPlainItems(element, inside) || hasPlainCells(element, inside)
}

/** Minimum number of items of a list that is text because of its plain items. */
const MIN_PLAIN_LIST = 2

/**
 * @returns whether at least half of the items in a box have no link, as ingredients of which some lead to a recipe.
 *   Every item of a menu is a link
 */
function hasPlainItems(element: PageElement, { items, inputs, images }: Measures): boolean {
  if (items < MIN_PLAIN_LIST || inputs > 0 || images > 0) return false
  const all = elementsOf(element).filter(({ tagName }) => tagName === 'li')
  const plain = all.filter((item) => findElement(item, isLink) === undefined)
  return plain.length * 2 >= all.length && plain.some((item) => textOf(item, MAX_LINE).trim() !== '')
}

/** Maximum number of elements in a small table. */
const MAX_IN_TABLE = 200

/**
 * @returns whether at least half of the cells of a table with several columns have no link, as amounts beside ingredients.
 *   Tables of teasers and menus consist of links
 */
function hasPlainCells(table: PageElement, { inputs, images, long }: Measures): boolean {
  if (table.tagName !== 'table' || inputs + images + long > 0) return false
  const inner = firstElements(table, MAX_IN_TABLE + 1)
  if (inner.length > MAX_IN_TABLE) return false
  const rows = inner.filter(({ tagName }) => tagName === 'tr')
  const cells = inner.filter(({ tagName }) => tagName === 'td').filter((cell) => textOf(cell, MAX_LINE).trim() !== '')
  if (rows.length < MIN_PLAIN_LIST || cells.length < rows.length * 2) return false
  return cells.filter((cell) => findElement(cell, isLink) === undefined).length * 2 >= cells.length
}

function isLink({ tagName }: PageElement): boolean {
  return tagName === 'a'
}

/** @returns the weight of the element's name; 0 instead of a negative one if its heading explains the name */
function weightOf(element: PageElement, inside: Measures): number {
  const named = nameWeight(element)
  return named < 0 && isNamedAfterHeading(element, inside) ? 0 : named
}

/** @returns whether an element is a list that prose follows. A list of links at the end leads to other pages. */
function isListInText(element: PageElement, measures: MeasuresOf): boolean {
  return LISTS.has(element.tagName) && isBeforeProse(element, measures)
}

/**
 * @returns whether the element belongs to the article in spite of its name: it is in a figure, contains only a picture,
 * contains only a heading before text, or is a widget with nothing but prose
 */
function isContentDespiteName(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  if (isInFigure(element) || isTextBetweenTexts(element, inside, measures) || isRowOfFacts(element)) return true
  const { text, links, headings, images, inputs } = inside
  if (links > 0 || inputs > 0) return false
  if (isProseInWidget(element, inside) || isHeadOfRow(element, measures)) return true
  if (isBelowPicture(element, inside, measures)) return true
  if (headings > 0) return headings === text && isBeforeProse(element, measures)
  return images > 0 && isSinglePicture(element, measures.get(element)!)
}

/** @returns whether a box is called a widget, as all boxes of some page builders, and consists of prose without links */
function isProseInWidget(element: PageElement, { text, images, headings, long }: Measures): boolean {
  return images + headings === 0 && long * 2 >= text && isNamedWidget(namesOf(element))
}

/** Minimum number of rows of the same kind, and maximum length in characters of the heads of rows. */
const MIN_ROWS = 3
const MAX_HEAD = 60
/** Number of nodes before and after a row that are searched for others, and maximum number of nodes beside it. */
const NODES_BESIDE_ROW = 8
const MAX_SIBLINGS = 10_000

/** @returns whether a short text is a part of a row without links, such as the name of a speaker in a transcript */
function isHeadOfRow(element: PageElement, measures: MeasuresOf): boolean {
  const row = element.parentNode
  if (row === null || !isElement(row) || row.parentNode === null) return false
  const inside = measures.get(row)!
  const { text, images } = measures.get(element)!
  if (text > MAX_HEAD || images > 0 || inside.text <= text || inside.links + inside.images + inside.inputs > 0)
    return false
  const kind = attributeOf(row, 'class')
  if (kind === undefined) return false
  const siblings = row.parentNode.childNodes
  if (siblings.length > MAX_SIBLINGS) return false
  const at = siblings.indexOf(row)
  const near = siblings.slice(Math.max(0, at - NODES_BESIDE_ROW), at + NODES_BESIDE_ROW)
  return near.filter((one) => isElement(one) && attributeOf(one, 'class') === kind).length >= MIN_ROWS
}

/** Maximum length in characters of a caption in a box of its own. */
const MAX_CAPTION = 200

/** @returns whether the element is a short text below a box with nothing but a picture */
function isBelowPicture(element: PageElement, { text, images, headings }: Measures, measures: MeasuresOf): boolean {
  if (text === 0 || text > MAX_CAPTION || images + headings > 0) return false
  const before = elementBefore(element)
  const inside = before === undefined ? undefined : measures.get(before)
  return inside !== undefined && inside.text === 0 && isSinglePicture(before!, inside)
}

/** Minimum share of a box's text that is in headings, so that the box counts as a heading, such as a linked one. */
const MIN_HEADING_SHARE = 0.7
const MAX_HEADING_BOX = 200
/** Number of nodes after a heading that are searched for its text. White space between elements counts. */
const NODES_AFTER_HEADING = 6

/**
 * @returns whether the box consists of a heading above prose with a number or a mark beside it. A box that is a link as
 *   a whole leads to another page.
 */
function isHeadingBox(element: PageElement, measures: MeasuresOf): boolean {
  if (isRankedTitle(element, measures)) return true
  const { text, headings, links, images, inputs } = measures.get(element)!
  if (headings === 0 || headings < text * MIN_HEADING_SHARE || text > MAX_HEADING_BOX) return false
  return links < text && images === 0 && inputs === 0 && isBeforeProse(element, measures)
}

/** Matches the start of a title with its place in a ranking: "3. The Wreckers". */
const RANK = /^\s*(?:#|№|nr\.?|no\.?)?\s?\d{1,3}\s?[.):]\s?\p{L}/iu

/** @returns whether a box is a line with a link that starts with a number and stands above text, such as a title of a list post */
function isRankedTitle(element: PageElement, measures: MeasuresOf): boolean {
  const { text, links, images, inputs, blocks } = measures.get(element)!
  if (links === 0 || text > MAX_LINE || images + inputs > 0 || blocks > 1 || !RANK.test(textOf(element, MAX_LINE)))
    return false
  const siblings = element.parentNode?.childNodes ?? []
  const next = siblings.slice(siblings.indexOf(element) + 1).find(isElement)
  const below = next === undefined ? undefined : measures.get(next)
  return below !== undefined && below.text > 0 && linkDensity(below) <= MAX_LINKED_LIST
}

/** @returns whether one of the elements after this one contains a long paragraph that is not mostly links */
function isBeforeProse(element: PageElement, measures: MeasuresOf): boolean {
  const siblings = element.parentNode?.childNodes ?? []
  const at = siblings.indexOf(element)
  return siblings.slice(at + 1, at + 1 + NODES_AFTER_HEADING).some((next) => {
    const inside = isElement(next) ? measures.get(next) : undefined
    return inside !== undefined && inside.long > 0 && linkDensity(inside) < 0.3
  })
}

function hasWrongProportions(element: PageElement, inside: Measures, isList: boolean): boolean {
  const { paragraphs, images, items, inputs, text, media } = inside
  if (inputs > Math.floor(paragraphs / 3)) return true
  if (!isList && items - 100 > paragraphs) return true
  if (images === 0 && text === 0 && media === 0) return true
  return !isInFigure(element) && (hasMostlyPictures(inside) || (!isList && isShortLink(inside)))
}

/** Maximum share of linked text beside pictures that are content. Boxes with more are teasers. */
const MAX_LINKED_CAPTIONS = 0.3

function hasMostlyPictures(inside: Measures): boolean {
  const { paragraphs, images, text } = inside
  return images > 1 && paragraphs / images < 0.5 && (text === 0 || linkDensity(inside) > MAX_LINKED_CAPTIONS)
}

function isShortLink({ text, links, images, headings }: Measures): boolean {
  return text < 25 && links > 0 && (images === 0 || images > 2) && headings < text * 0.9
}

function hasTooManyLinks(inside: Measures, weight: number, isList: boolean): boolean {
  const density = linkDensity(inside)
  if (weight >= 25) return density > 0.5 && (isList || !isTextWithLinkList(inside))
  return !isList && density > 0.2 && !isTextWithLinkList(inside)
}

function isPictureList(element: PageElement, inside: Measures, isList: boolean): boolean {
  if (!isList) return false
  const simple = element.childNodes.filter(isElement).every((child) => child.childNodes.filter(isElement).length <= 1)
  return simple && inside.images === inside.items
}

function isInFigure(element: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  for (let level = 0; level < 3 && parent !== null && isElement(parent); level++) {
    if (parent.tagName === 'figure') return true
    parent = parent.parentNode
  }
  return false
}
