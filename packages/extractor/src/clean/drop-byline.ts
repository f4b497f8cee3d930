import {
  attributeOf,
  elementsOf,
  isElement,
  isText,
  nodesOf,
  rewriteTree,
  visibleTextOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { groupBy } from '../dom/group-by.ts'
import { isFacts } from '../find/boxes/facts.ts'
import { isBlock } from '../dom/text-measures.ts'

/**
 * Maximum length of a byline in characters. Longer lines stay, because they contain more than the author and the date.
 */
const MAX_LINE = 80
/**
 * Maximum number of bylines on a page. If there are more, all of them stay: the page is a discussion, in which bylines
 * name the authors of the posts.
 */
const MAX_LINES = 12
/**
 * Maximum length in characters of the text beside a removed name or date, such as "by … on …". Such a text is removed
 * too. `MAX_LABEL` is the maximum if all of the text is before the name or date, such as "Last updated on".
 */
const MAX_REMAINING_CHARACTERS = 12
const MAX_LABEL = 24
/** Minimum length in characters of a paragraph of running text. */
const LONG_PARAGRAPH = 80
/** Number of long paragraphs before a date from which on it is a part of the text, as in a chronicle. */
const PARAGRAPHS_OF_TEXT = 2
/** Maximum number of siblings before a date that are examined. */
const MAX_SIBLINGS = 200
/** Minimum number of words of a sentence. */
const MIN_SENTENCE = 6
const SENTENCE_END = /[.!?。！？]$/
/** In these elements, a name or a date is content. */
const CONTENT_ELEMENTS = new Set('td th dd dt blockquote figure figcaption pre code caption q summary'.split(' '))
const LISTS = new Set(['ul', 'ol'])
const CLOCK_TIME = /^\d{1,2}[:.h]\d{2}(?:\s?(?:[ap]\.?m\.?|uhr))?$/i
/** Minimum number of times of day without a date that are a timetable or a programme. Names beside them are part of it. */
const MIN_TIMES = 3

/**
 * Removes the lines with the author and the date, because the metadata already contains them. Names and dates in
 * sentences, tables and lists stay, and so do dates between the paragraphs of a text.
 *
 * @param root the page's tree, changed in place
 * @param marked elements that the page marks as the author or the date
 * @returns the number of removed lines
 */
export function dropByline(root: PageParent, marked: ReadonlySet<PageElement>): number {
  const times = [...marked].filter((element) => CLOCK_TIME.test(visibleTextOf(element).trim()))
  const timed = new Set(times.length < MIN_TIMES ? [] : times.map(blockOf))
  const entries = datesOfEntries(marked)
  const short = [...marked].filter(
    (element) => lineLength(element) <= MAX_LINE && !timed.has(blockOf(element)) && !entries.has(element),
  )
  if (short.length === 0 || short.length > MAX_LINES) return 0
  const bylines = new Set<unknown>(short.filter((element) => isByline(element, new Set(short))))
  const shortened = new Set<unknown>()
  let dropped = 0
  rewriteTree(root, (node) => {
    if (!isElement(node) || !(bylines.has(node) || (shortened.has(node) && isRemainder(node)))) return node
    shortened.add(node.parentNode)
    dropped += 1
    return []
  })
  return dropped
}

/** Number of elements between a date and the entry that it belongs to. */
const MAX_LEVELS_UP = 3

/** @returns the dates of several entries of the same kind beside each other, such as the versions in a list of changes */
function datesOfEntries(marked: ReadonlySet<PageElement>): ReadonlySet<PageElement> {
  const dates = [...marked].filter((element) => /\d/.test(visibleTextOf(element)))
  const found = new Set<PageElement>()
  if (dates.length < 2 || dates.length > MAX_LINES) return found
  const entriesOf = new Map(dates.map((date) => [date, selfAndAncestors(date).slice(1, MAX_LEVELS_UP + 1)]))
  for (const [date, entries] of entriesOf)
    for (const [other, others] of entriesOf)
      if (other !== date && entries.some((entry) => others.some((one) => areEntries([entry, date], [one, other]))))
        found.add(date)
  for (const date of datesOfShortEntries(entriesOf)) found.add(date)
  return found
}

/** Minimum number of entries with a short text, and minimum length in characters of this text on average. */
const MIN_SHORT_ENTRIES = 3
const MIN_SHORT_TEXT = 6

/** @returns the dates of at least three entries of the same kind beside each other with a short text each, as in a chronicle */
function datesOfShortEntries(entriesOf: ReadonlyMap<PageElement, readonly PageElement[]>): readonly PageElement[] {
  const entries = [...entriesOf].flatMap(([date, boxes]) => boxes.map((box): Entry => [box, date]))
  const beside = [...groupBy(entries, ([box]) => box.parentNode).values()].flatMap((group) => [
    ...groupBy(group, ([{ tagName, attrs }]) => `${tagName} ${classOf(attrs)}`).values(),
  ])
  return beside.filter(areShortEntries).flatMap((group) => group.map(([, date]) => date))
}

function classOf(attrs: PageElement['attrs']): string {
  return attrs.find(({ name }) => name === 'class')?.value ?? ''
}

function areShortEntries(entries: readonly Entry[]): boolean {
  const boxes = new Set(entries.map(([box]) => box))
  const dates = new Set(entries.map(([, date]) => visibleTextOf(date).trim()))
  if (boxes.size < MIN_SHORT_ENTRIES || boxes.size < entries.length || dates.size < entries.length) return false
  const texts = entries.map(([box, date]) => visibleTextOf(box).replace(visibleTextOf(date), '').trim())
  if (texts.some((text) => text === '')) return false
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return (
    length >= texts.length * MIN_SHORT_TEXT && !texts.some((text) => text.length <= MAX_LABEL && isBylineLabel(text))
  )
}

/** @returns whether a short text without a full stop contains a word for the date or the author of a page */
function isBylineLabel(text: string): boolean {
  return BYLINE_LABEL.test(text) && !SENTENCE_END.test(text)
}

type Entry = readonly [box: PageElement, date: PageElement]

/** @returns whether two boxes are of the same kind beside each other, and contain different dates and a text */
function areEntries([box, date]: Entry, [other, otherDate]: Entry): boolean {
  if (box === other || box.parentNode !== other.parentNode || box.tagName !== other.tagName) return false
  if (attributeOf(box, 'class') !== attributeOf(other, 'class')) return false
  if (visibleTextOf(date) === visibleTextOf(otherDate)) return false
  return [
    [box, date],
    [other, otherDate],
  ].every(([entry, own]) => lineLength(entry!) > lineLength(own!) + MAX_LABEL)
}

/** @returns whether the line of a marked element consists of marked elements and a few characters beside them */
function isByline(element: PageElement, marked: ReadonlySet<PageElement>): boolean {
  const around = selfAndAncestors(element)
  if (around.some(({ tagName }) => CONTENT_ELEMENTS.has(tagName)) || isHeadingOfSection(element, marked)) return false
  const block = around.find(isBlock)
  if (block === undefined) return true
  if (isSentence(element)) return false
  const list = around.find(({ tagName }) => LISTS.has(tagName))
  const beside = textBeside(list ?? block, marked, list !== undefined)
  if (LABELLED.test(beside.all) && !BYLINE_LABEL.test(beside.all)) return false
  if (isFact(block, beside)) return false
  const isShort = beside.after.length <= 2 ? beside.all.length <= MAX_LABEL : isRemark(beside)
  return isShort && !SENTENCE_END.test(beside.after) && longParagraphsBefore(block) < PARAGRAPHS_OF_TEXT
}

/** Matches a label before a date or a name, such as "When:". */
const LABELLED = /^\p{L}[^:]{0,22}[:：]$/u
/** Matches labels of the date and the author of a page. Other labelled dates and names are facts, such as those of an event. */
const BYLINE_LABEL =
  /author|writ|word|text|story|by|post|publi|date|updat|modif|review|edit|autor|auteur|verfass|geschrieben|stand|datum|veröff|aktual|mis à|actual|fecha|data|scritto|aggiorn|автор|дата|作者|日期|日時/i

/** @returns whether a date or a name is one of several facts with labels, such as the place and the price of an event */
function isFact({ parentNode }: PageElement, { all, after }: TextBeside): boolean {
  if (after !== '' || !/^\p{L}{2,}$/u.test(all) || BYLINE_LABEL.test(all)) return false
  return parentNode !== null && isElement(parentNode) && isFacts(parentNode)
}

const SECTION_HEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6'])

/** @returns whether an element is in one of several headings with names or dates, as in a chronicle */
function isHeadingOfSection(element: PageElement, marked: ReadonlySet<PageElement>): boolean {
  const headings = new Set([...marked].flatMap((one) => sectionHeading(one) ?? []))
  return headings.size > 1 && sectionHeading(element) !== undefined
}

function sectionHeading(element: PageElement): PageElement | undefined {
  return selfAndAncestors(element).find(({ tagName }) => SECTION_HEADINGS.has(tagName))
}

/** @returns whether the text of an element ends like a sentence, such as a note of the author, and is not a short name */
function isSentence(element: PageElement): boolean {
  const text = visibleTextOf(element).trim()
  return SENTENCE_END.test(text) && text.split(/\s+/).length >= MIN_SENTENCE
}

/** Matches remarks after a date or a name. Other texts there are content, such as an item of a programme. */
const REMARK =
  /^[^\p{L}]*(?:min(?:ute)?s?|read(?:ing)?|ago|uhr|h|updated|views?|comments?|share|edit|in|at|um|on)?\b[^\p{L}]*(?:read|ago|\p{L}{1,3})?[^\p{L}]*$/iu

function isRemark({ all, after }: TextBeside): boolean {
  return all.length <= MAX_REMAINING_CHARACTERS && REMARK.test(after)
}

/** @returns the block around an element */
function blockOf(element: PageElement): PageElement | undefined {
  return selfAndAncestors(element).find(isBlock)
}

function selfAndAncestors(element: PageElement): PageElement[] {
  const found: PageElement[] = []
  let at: PageParent | null = element
  while (at !== null && isElement(at)) {
    found.push(at)
    at = at.parentNode
  }
  return found
}

interface TextBeside {
  /** The texts that are not in marked elements, each trimmed. */
  readonly all: string
  /** Those after the last marked element. */
  readonly after: string
}

/**
 * @param isWhole whether the text of blocks within the block counts too
 * @returns the text in a block that is not in marked elements, cut after the length that matters
 */
function textBeside(block: PageElement, marked: ReadonlySet<PageElement>, isWhole: boolean): TextBeside {
  const left = new Set<PageParent | null>(marked.has(block) ? [block] : [])
  let [all, after] = ['', '']
  for (const node of nodesOf(block)) {
    if (isElement(node)) {
      if (left.has(node.parentNode) || marked.has(node) || (!isWhole && isBlock(node))) left.add(node)
      if (marked.has(node)) after = ''
    } else if (isText(node) && !left.has(node.parentNode)) {
      all += node.value.trim()
      after += node.value.trim()
    }
    if (all.length > MAX_LABEL) break
  }
  return { all, after }
}

/** @returns the number of long paragraphs among the siblings before a block, if a paragraph follows it; otherwise 0 */
function longParagraphsBefore(block: PageElement): number {
  const siblings = block.parentNode?.childNodes ?? []
  const at = siblings.indexOf(block)
  if (siblings.slice(at + 1).find(isElement)?.tagName !== 'p') return 0
  const before = siblings.slice(Math.max(0, at - MAX_SIBLINGS), at).filter(isElement)
  return before.filter((sibling) => sibling.tagName === 'p' && lineLength(sibling) >= LONG_PARAGRAPH).length
}

const REMAINDERS = new Set(['p', 'div', 'span', 'address', 'li', 'ul', 'header'])
const CONTENT_OF_REMAINDERS = /^(?:h[1-6]|img|picture|video|a)$/

/** @returns whether an element from which a name or a date was removed contains only a few characters, such as "by" */
function isRemainder(element: PageElement): boolean {
  if (!REMAINDERS.has(element.tagName) || lineLength(element) > MAX_LABEL) return false
  if (SENTENCE_END.test(visibleTextOf(element).trim())) return false
  return !elementsOf(element).some(({ tagName }) => CONTENT_OF_REMAINDERS.test(tagName))
}

function lineLength(element: PageElement): number {
  return visibleTextOf(element).trim().length
}
