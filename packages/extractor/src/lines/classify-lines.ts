import { isLabel, pointsElsewhere } from '../clean/unrelated-line-patterns.ts'
import { isCardFigure } from '../blocks/cards/figure-cards.ts'
import { isFootnote, isFootnoteReference } from '../blocks/footnote-address.ts'
import { markCaptions } from '../blocks/mark-captions.ts'
import type { Draft, Processed } from '../extraction-draft.ts'
import { sourceOf } from '../dom/copy-tree.ts'
import {
  attributeOf,
  elementsOf,
  findElement,
  findElements,
  isElement,
  isText,
  nodesOf,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { measureTree, type MeasuresOf } from '../dom/text-measures.ts'
import { isFormulaPlaceholder } from '../mathematics/formula.ts'
import { isNamedButton, isRowOfButtons } from '../find/boxes/buttons.ts'
import { isLinkToFile } from '../find/boxes/files.ts'
import { isMarkedAsFacts, isRowOfFacts } from '../find/boxes/facts.ts'
import { isSectionOfSources } from '../find/links-in-text.ts'
import { isHeadingElement } from '../dom/select-elements.ts'
import { isSourcesHeading } from '../clean/own-links/source-headings.ts'
import { flattenLayoutTables } from '../find/tidy-article.ts'
import { copyKeptNodes, isMedia } from './copy-kept-nodes.ts'
import { completeAnswers } from './completions/complete-answers.ts'
import { completeHeadings } from './completions/complete-headings.ts'
import { completeTables } from './completions/complete-tables.ts'
import { judgeGroups } from './judge-groups.ts'
import { dropRepeatedLines } from './drop-repeated-lines.ts'
import { dropReviews } from './drop-reviews.ts'
import { linesOfDraft, type DraftLines } from './draft-lines.ts'
import { isBetweenTitleAndText, openLineFeatures, type PageContext } from './line-features.ts'
import type { LineModel } from './line-model.ts'
import { linesOfOtherParts } from './other-parts.ts'
import { isHeadingLine, isProse, type PageLine, type PageLines } from './page-lines.ts'
import { isShortText, keepShortText } from './completions/keep-short-text.ts'
import { keepFacts } from './completions/keep-facts.ts'
import { keepIntroductions } from './completions/keep-introductions.ts'
import { keepLoneLines } from './completions/keep-lone-lines.ts'
import { keepReadingLists } from './completions/keep-reading-lists.ts'
import { keepShortBoxes } from './short-boxes/keep-short-boxes.ts'
import { keepTitlesOfBoxes } from './short-boxes/keep-titles-of-boxes.ts'
import { keepSentences } from './completions/keep-sentences.ts'
import { keepSubtitle } from './completions/keep-subtitle.ts'
import { keepSelectedText } from './completions/keep-selected-text.ts'
import { losesText } from './refuse-losses.ts'
import { thresholds } from './thresholds.ts'

/**
 * Classifies every line of a page with the model. Removes lines that do not belong to the article from the text that
 * the earlier, rule-based steps selected, and adds lines that these steps have missed.
 *
 * @param draft the draft after the rule-based steps. The tree of its page is not changed.
 * @returns the same draft if the model agrees with the rules; a draft without text if the page seems to have none
 */
export function classifyLines(draft: Draft, model: LineModel): Processed {
  const judged = linesOfDraft(draft)
  if (judged === undefined || draft.found === undefined) return { draft, note: 'not judged' }
  const { keep, isRefused } = chooseLines(judged, draft.found, model)
  if (keep === undefined) return { draft: { ...draft, found: undefined }, note: 'no text among the lines' }
  const { isKept } = judged.context
  const added = count(keep, (one, index) => one === 1 && isKept[index] === 0)
  const dropped = count(keep, (one, index) => one === 0 && isKept[index] === 1)
  const refusal = isRefused ? '; the removal of most of the text was refused' : ''
  const note = `${judged.page.lines.length} lines classified, ${added} added, ${dropped} removed${refusal}`
  if (added + dropped === 0 || !keep.includes(1)) return { draft, note }
  return { draft: { ...draft, found: copyChosenLines(judged, draft.found, keep) }, note }
}

function count(values: Uint8Array, isCounted: (value: number, index: number) => boolean): number {
  let counted = 0
  for (let index = 0; index < values.length; index++) if (isCounted(values[index]!, index)) counted += 1
  return counted
}

/** Minimum number of lines of a page. On a shorter page, the model may not decide that there is no text. */
const MIN_LINES = 7
/**
 * A page with a lower threshold counts as a page without text. The threshold is half of the best F1 that can be
 * expected (see `thresholds`), so the F1 of such a page would be below 0.2.
 */
const MIN_THRESHOLD = 0.1

/** If the rules selected at least this number of characters in paragraphs, the page has text, whatever the model says. */
const ENOUGH_PROSE = 400

/** @returns whether the model may decide that a page has no text */
function mayBeEmpty(lines: readonly PageLine[], { isArticle, isKept }: PageContext): boolean {
  if (isArticle || lines.length < MIN_LINES) return false
  return (
    lines.reduce((sum, line, index) => sum + (isKept[index] === 1 && isProse(line) ? line.text.length : 0), 0) <
    ENOUGH_PROSE
  )
}

/** Minimum probability of a line that is kept because most of its list is kept, or because it is a sentence beside a kept one. */
const MIN_LISTED = 0.1

/** Maximum of the threshold for sentences below headings that the rules selected. */
const MIN_SENTENCE = 0.2

/** Minimum probability of a line of a short text. The model rules out less probable ones, such as an offer in the text. */
const MIN_OF_SHORT_TEXT = 0.03

interface Choice {
  /** 1 for each line to keep, otherwise 0; undefined if the page seems to have no text. */
  readonly keep: Uint8Array | undefined
  /** True if the decisions of the model were refused, because most of the selected text would be lost. */
  readonly isRefused: boolean
}

function chooseLines(judged: DraftLines, found: PageElement, model: LineModel): Choice {
  const { page, context, isProduct, isDiscussion } = judged
  const { lines } = page
  const protectedNodes = protectedTexts(found, isProduct)
  const isProtected = ({ nodes }: PageLine): boolean => nodes.some((node) => protectedNodes.has(node))
  const keep = likelyLines(judged, isProtected, model)
  const isRefused = losesText(lines, context.isKept, keep, context.isArticle)
  if (keep === undefined && !isRefused) return { keep, isRefused }
  const all = new Uint8Array(lines.length)
  for (let index = 0; index < all.length; index++)
    all[index] = (keep?.[index] ?? 0) | (isRefused ? context.isKept[index]! : 0)
  if (isProduct) dropReviews(page, all)
  dropRepeatedLines(page, all, { mayDrop: (line) => !isProtected(line), ignoresHeadings: isDiscussion })
  return { keep: all, isRefused }
}

/** @returns 1 for each line that the model keeps, with the lines of its group; undefined if there seems to be no text */
function likelyLines(
  { page, context, isProduct, isDiscussion }: DraftLines,
  isProtected: (line: PageLine) => boolean,
  model: LineModel,
): Uint8Array | undefined {
  const probabilities = probabilitiesOf(page, context, model)
  const { kept, notKept } = thresholds(page.lines, probabilities, context.isArticle)
  const isSelected = (index: number): boolean => context.isKept[index] === 1
  const selection = { isSelected, url: context.url }
  if (kept < MIN_THRESHOLD && mayBeEmpty(page.lines, context) && !isShortText(page, selection)) return undefined
  const start = firstAllowedLine(page.lines, context)
  const isOther = linesOfOtherParts(page, context.isKept, { isProduct, isDiscussion })
  const mayAdd = (index: number): boolean => index >= start && isOther[index] === 0
  const isLikely = (index: number): boolean => {
    if (!isSelected(index) && !mayAdd(index)) return false
    if (isSelected(index) && isProtected(page.lines[index]!)) return true
    // Text between the title and the selected text is judged like the selected text: it is often its first section.
    const isBelowTitle = start > 0 && isBetweenTitleAndText(context, index)
    if (isSelected(index) && isFirstSentence(page, index)) return probabilities[index]! >= Math.min(kept, MIN_SENTENCE)
    return probabilities[index]! >= (isSelected(index) || isBelowTitle ? kept : notKept)
  }
  const keep = new Uint8Array(page.lines.length)
  for (let index = 0; index < keep.length; index++) if (isLikely(index)) keep[index] = 1
  judgeGroups(page, keep, {
    isSelected: context.isKept,
    mayDrop: (index) => !isProtected(page.lines[index]!),
    mayAdd: (index) => mayAdd(index) && probabilities[index]! >= MIN_LISTED,
  })
  keepShortBoxes(page, { keep, isSelected: context.isKept, isProduct })
  keepSelectedText(page, keep, isSelected)
  keepSentences(page, keep, (index) => isSelected(index) && probabilities[index]! >= MIN_LISTED)
  keepLinesAbove(page, keep, { isSelected, isProduct, isDiscussion })
  completeAnswers(page, keep, isSelected)
  keepReadingLists(page, keep, selection)
  completeTables(page, keep, (index) => isSelected(index) || mayAdd(index))
  keepFacts(page, keep, isSelected)
  if (!isProduct)
    keepShortText(page, keep, { ...selection, mayKeep: (index) => probabilities[index]! >= MIN_OF_SHORT_TEXT })
  keepSubtitle(page, keep, { isSelected, mayAdd, belowTitle: context.belowTitle })
  completeHeadings(page, keep, isSelected)
  // The lines around the label of a button say nothing about it.
  for (let index = 0; index < keep.length; index++)
    if (keep[index] === 1 && isButton(page, index) && (isLabel(page.lines[index]!.text) || !isLikely(index)))
      keep[index] = 0
  return keep
}

type PageKind = Pick<DraftLines, 'isProduct' | 'isDiscussion'> & { readonly isSelected: (index: number) => boolean }

/** Keeps short lines that belong to a kept text below them. Titles of reviews and posts do not count. */
function keepLinesAbove(page: PageLines, keep: Uint8Array, { isSelected, isProduct, isDiscussion }: PageKind): void {
  keepLoneLines(page, keep, isSelected)
  keepIntroductions(page, keep, isSelected)
  if (!isProduct && !isDiscussion) keepTitlesOfBoxes(page, keep, isSelected)
}

/** @returns whether a line is a sentence directly below a heading, such as a short answer, and not a pointer to other pages */
function isFirstSentence(page: PageLines, index: number): boolean {
  const { text, linked } = page.lines[index]!
  if (index === 0 || linked > 0 || !SENTENCE_END.test(text.slice(-3)) || isLabel(text) || pointsElsewhere(text))
    return false
  return isHeadingLine(page, page.lines[index - 1]!)
}

/** @returns whether a line is the label of a button that asks nothing: a question may open its answer */
function isButton({ elements, lines }: PageLines, index: number): boolean {
  const { block, text } = lines[index]!
  return elements[block]!.tagName === 'button' && !QUESTION.test(text.slice(-3))
}

const QUESTION = /[?？؟]/
const SENTENCE_END = /\p{L}[.!?。！？…][\p{Pf}"')\]]?$/u

/** @returns the probability of each line of the page; 0 for lines without features (see `openLineFeatures`) */
function probabilitiesOf(page: PageLines, context: PageContext, model: LineModel): Float32Array {
  const { lines, values } = openLineFeatures(page, context, model.words)
  const known = model.probabilities(values)
  const probabilities = new Float32Array(page.lines.length)
  for (let at = 0; at < lines.length; at++) probabilities[lines[at]!] = known[at]!
  return probabilities
}

/** If the text that the rules selected has at least this length in characters, lines above the title are not added. */
const LONG_SELECTION = 600

/**
 * @returns the index of the first line that may be added to the text that the rules selected. On a page that declares
 * itself an article, lines above the title are menus and teasers, unless the selected text is short.
 */
function firstAllowedLine(lines: readonly PageLine[], { isArticle, isKept, belowTitle = 0 }: PageContext): number {
  if (!isArticle) return 0
  const length = lines.reduce((sum, { text }, index) => sum + (isKept[index] === 1 ? text.length : 0), 0)
  return length < LONG_SELECTION ? 0 : belowTitle
}

/** @returns whether an element is of a kind that stays on every page */
function isProtected(element: PageElement): boolean {
  return (
    (PROTECTED_ELEMENTS.has(element.tagName) && !isLayoutTable(element)) ||
    isFootnote(element) ||
    isFootnoteReference(element) ||
    isLabelOfSource(element) ||
    isMarkedAsFacts(element) ||
    isCardFigure(element) ||
    (element.tagName === 'div' && isRowOfFacts(element)) ||
    isBesidePicture(element) ||
    isFormulaPlaceholder(element) ||
    isLineOfCode(element)
  )
}

/** Maximum length in characters of the label of a source. */
const MAX_SOURCE_LABEL = 40

/** @returns whether an element is the label of a source, such as "Burr90", which leads back to the place where it is cited */
function isLabelOfSource(element: PageElement): boolean {
  if (element.tagName !== 'a' || attributeOf(element, 'role') !== 'doc-backlink') return false
  const label = textOf(element, MAX_SOURCE_LABEL + 1)
  return label.length <= MAX_SOURCE_LABEL && LETTERS.test(label)
}

const LETTERS = /\p{L}/u

const PROTECTED_ELEMENTS = new Set(['figcaption', 'pre', 'table', 'blockquote'])

/**
 * @returns the text nodes that the model may not remove: captions, text beside a picture, code, tables, quotations,
 * facts, buttons, documents and cards of other pages, formulas, footnotes and sections of sources.
 * Readers expect them, but the annotators of the training data often left them out.
 */
function protectedTexts(found: PageElement, isProduct: boolean): Set<PageNode> {
  let measures: MeasuresOf | undefined
  const isButtonOfText = (element: PageElement): boolean => {
    if (element.tagName !== 'a' || !isNamedButton(element)) return false
    measures ??= measureTree(found, new Set())
    return isRowOfButtons(element, measures.get(element)!, measures)
  }
  const isSources = (element: PageElement): boolean => {
    if (!startsWithHeading(element)) return false
    measures ??= measureTree(found, new Set())
    return isSectionOfSources(element, measures.get(element)!)
  }
  const boxes = findElements(
    found,
    (element) =>
      isProtected(element) || isButtonOfText(element) || isSources(element) || (!isProduct && isLinkToFile(element)),
  )
  return new Set(
    boxes.flatMap((box) =>
      nodesOf(box)
        .filter(isText)
        .map((text) => sourceOf(text) ?? text),
    ),
  )
}

/** @returns whether a section starts with a heading that may be that of sources */
function startsWithHeading({ tagName, childNodes }: PageElement): boolean {
  if (tagName !== 'div' && tagName !== 'section') return false
  const first = childNodes.find(isElement)
  return first !== undefined && isHeadingElement(first) && isSourcesHeading(textOf(first, MAX_CAPTION).trim())
}

/** Maximum length in characters of a line of code. */
const MAX_CODE_LINE = 200

/** @returns whether an element is code that is all of its line and neither a link nor markup to embed, such as the name of a field above its description */
function isLineOfCode({ tagName, parentNode, childNodes }: PageElement): boolean {
  if (tagName !== 'code' || parentNode === null || !isElement(parentNode) || parentNode.tagName === 'a') return false
  if (childNodes.length === 1 && isElement(childNodes[0]!) && childNodes[0].tagName === 'a') return false
  const line = textOf(parentNode, MAX_CODE_LINE).trim()
  if (/^<|\n/.test(line)) return false
  return (
    line.length < MAX_CODE_LINE &&
    childNodes
      .map((node) => textOfNode(node))
      .join('')
      .trim() === line
  )
}

function textOfNode(node: PageNode): string {
  return isText(node) ? node.value : isElement(node) ? textOf(node, MAX_CODE_LINE) : ''
}

/** Minimum number of cells of a table with data. */
const MIN_CELLS = 2

/** @returns whether a table has one cell, as in mails, or one row of links, as above and below a comic strip */
function isLayoutTable(element: PageElement): boolean {
  if (element.tagName !== 'table') return false
  const inner = elementsOf(element)
  const count = (tagNames: readonly string[]): number => inner.filter((one) => tagNames.includes(one.tagName)).length
  const cells = count(['td', 'th'])
  return cells < MIN_CELLS || (count(['tr']) === 1 && count(['a']) >= cells)
}

const PICTURE_BOXES = new Set('p div li td section figure'.split(' '))
/** Maximum length in characters of a text beside a picture that is its caption. A paragraph may be longer. */
const MAX_CAPTION = 200

/** @returns whether the element contains a picture, and text that is not a link to another page */
function isBesidePicture(element: PageElement): boolean {
  const { tagName, childNodes } = element
  if (!PICTURE_BOXES.has(tagName) || !childNodes.some((child) => isElement(child) && isMedia(child))) return false
  if (tagName === 'p') return true
  return textOf(element, MAX_CAPTION + 1).length <= MAX_CAPTION && findElement(element, isTextLink) === undefined
}

function isTextLink(element: PageElement): boolean {
  return element.tagName === 'a' && textOf(element, MAX_CAPTION).trim() !== ''
}

/** Copies the kept lines of the page, and the media between and beside them. */
function copyChosenLines({ body, page }: DraftLines, found: PageElement, keep: Uint8Array): PageElement {
  const kept = new Set<PageNode>()
  const lineOf = new Map<PageNode, number>()
  for (const [index, { nodes }] of page.lines.entries()) {
    for (const node of nodes) {
      lineOf.set(node, index)
      if (keep[index] === 1) kept.add(node)
    }
  }
  for (const node of mediaAmong(body, { found, keep, lineOf })) kept.add(node)
  const root = copyKeptNodes(body, kept)
  flattenLayoutTables(root)
  markCaptions(root)
  return root
}

interface ChosenLines {
  readonly found: PageElement
  readonly keep: Uint8Array
  readonly lineOf: ReadonlyMap<PageNode, number>
}

/** Number of lines before and after a selected picture of which one must be kept. Its own captions may be removed. */
const NEAR_LINES = 3

/**
 * @returns the media between two kept lines. For media that the rules have selected, one kept line near them is
 * enough: a part of the article that is kept keeps its pictures.
 */
function mediaAmong(body: PageElement, { found, keep, lineOf }: ChosenLines): PageElement[] {
  const inFound = new Set(elementsOf(found).map((element) => sourceOf(element)))
  const chosen: PageElement[] = []
  let last = -1
  for (const node of nodesOf(body)) {
    last = lineOf.get(node) ?? last
    if (!isElement(node) || !isMedia(node)) continue
    const isBetween = keep[last] === 1 && keep[last + 1] === 1
    const isNear = last < 0 || keep.subarray(Math.max(0, last + 1 - NEAR_LINES), last + 1 + NEAR_LINES).includes(1)
    if (isBetween || (inFound.has(node) && isNear)) chosen.push(node)
  }
  return chosen
}
