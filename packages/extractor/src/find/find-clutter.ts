import { isClutterName, isNamedClutter, isUnlikely, isUnlikelyName, namesOf } from '../dom/class-name-hints.ts'
import { memoizeByClassName } from '../dom/memoize-by-class-name.ts'
import {
  attributeOf,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { isMenuWithPrices } from './boxes/menu-with-prices.ts'
import { isCommentSection } from './boxes/comment-section.ts'
import { isNamedAfterHeading } from './boxes/named-section.ts'
import { isInMainPart } from './boxes/main-part.ts'
import { isBeforeText, isTextBetweenTexts } from './boxes/part-of-text.ts'
import {
  isEnlargedPicture,
  isParagraphWithId,
  isProseNamedRelated,
  isTextNamedForLinks,
  isWordOfSentence,
} from './text-despite-name.ts'
import { emptyMeasures, remainingElements, linkDensity, type Measures, type MeasuresOf } from '../dom/text-measures.ts'

const NEVER_TEXT = new Set('nav footer aside dialog menu'.split(' '))
const ROOT_ELEMENTS = new Set(['body', 'html', 'main', 'article'])
/** Elements whose class and id are ignored, because they are content or small parts of it. */
const CONTENT_ELEMENTS = new Set(
  'h1 h2 h3 h4 h5 h6 summary pre code table tbody thead tr td th figure picture img video audio iframe'.split(' '),
)

interface ClutterRules {
  /** whether to drop elements with an unlikely class or id (`isUnlikely`) */
  readonly unlikely: boolean
  /** whether to drop elements with the class or id of a tool of the site, such as sharing buttons (`isNamedClutter`) */
  readonly named: boolean
  /** whether the page is a discussion, of which comments are the content */
  readonly isDiscussion?: boolean | undefined
}

/**
 * @param body the page's body
 * @param measures measures of the whole body
 * @param rules the kinds of clutter to drop
 * @returns the elements to ignore in the search for the article, and their descendants
 */
export function findClutter(body: PageElement, measures: MeasuresOf, rules: ClutterRules): Set<PageElement> {
  const found = new Set<PageElement>()
  const { long, text } = measures.get(body) ?? emptyMeasures()
  const whole = { ...rules, measures, whole: long, text }
  for (const parent of remainingElements(body, new Set())) {
    if (!isElement(parent) || parent === body || isInside(parent, found)) continue
    if (isClutter(parent, measures.get(parent) ?? emptyMeasures(), whole)) found.add(parent)
  }
  return found
}

/**
 * @returns whether the element's parent is in `found`. If so, adds the element too. Other ancestors need no check,
 * because parents are checked before their children.
 */
function isInside(element: PageElement, found: Set<PageElement>): boolean {
  const parent = element.parentNode
  if (parent === null || !found.has(parent as PageElement)) return false
  found.add(element)
  return true
}

interface Rules extends ClutterRules {
  readonly measures: MeasuresOf
  /** Number of characters in the long paragraphs of the page. */
  readonly whole: number
  /** Number of characters of the page. */
  readonly text: number
}

function isClutter(element: PageElement, inside: Measures, rules: Rules): boolean {
  if (NEVER_TEXT.has(element.tagName) && !isTextInNav(element, inside)) return isMinor(inside, rules)
  if (ROOT_ELEMENTS.has(element.tagName) || CONTENT_ELEMENTS.has(element.tagName)) return false
  if (isRelated(element, inside, rules) || areComments(element, inside, rules)) return true
  if (isDescriptionOfSite(element, inside, rules)) return true
  if (isTextDespiteName(element, inside)) return false
  if (rules.named && isSignUp(element, inside, rules)) return true
  return isNamedOther(element, inside, rules) && !isInText(element, inside, rules)
}

/** @returns whether the heading or the text of an element shows that its name says nothing about it */
function isTextDespiteName(element: PageElement, inside: Measures): boolean {
  if (isNamedAfterHeading(element, inside) || isParagraphWithId(element, inside)) return true
  if (isEnlargedPicture(element, inside)) return true
  return isProseNamedRelated(element, inside) || isTextNamedForLinks(element, inside)
}

function isNamedOther(element: PageElement, inside: Measures, rules: Rules): boolean {
  if (isTool(element, inside, rules) || isOtherPart(element, inside, rules)) return true
  return isToolOfLinks(element, inside, rules)
}

/** @returns whether a `nav` contains no link: some sites use it for folded answers */
export function isTextInNav({ tagName }: PageElement, { links, text }: Measures): boolean {
  return tagName === 'nav' && links === 0 && text > 0
}

/** Matches names of boxes with other pages or products. */
const RELATED_NAME = /(?:^|[\s_-])(?:related|up-?sells?|cross-?sells?|also-?(?:like|viewed|bought))(?=$|[\s_-])/i
/** Minimum share of linked text in such a box. */
const MIN_LINKS_IN_RELATED = 0.3

/** @returns whether a box shows other pages or products, so that it never counts, however short the rest of the page is */
function isRelated(element: PageElement, inside: Measures, rules: Rules): boolean {
  return linkDensity(inside) >= MIN_LINKS_IN_RELATED && isMinor(inside, rules) && RELATED_NAME.test(namesOf(element))
}

/** Minimum length in characters of the text of the page beside the description of its site. */
const MIN_BESIDE_SITE_TEXT = 80
/** Tests for the names of the text that describes the site, as themes of WordPress give them. */
const isSiteText = memoizeByClassName((classes) =>
  /(?:^|\s)(?:site|blog)-(?:description|tagline)(?=$|\s)/i.test(classes),
)

/** @returns whether an element describes the site, so that it never counts, however short the text of the page is */
function isDescriptionOfSite(element: PageElement, { text: own, headings }: Measures, { text }: Rules): boolean {
  if (headings > 0 || text - own < MIN_BESIDE_SITE_TEXT) return false
  const classes = attributeOf(element, 'class')
  return classes !== undefined && isSiteText(classes.slice(0, MAX_CLASSES))
}

const MAX_CLASSES = 300

/** Minimum length in characters of the paragraphs beside comments, so that these are not the content of the page. */
const MIN_BESIDE_COMMENTS = 80

/** @returns whether a box contains the comments on a text that has a paragraph, however short the text is */
function areComments(element: PageElement, { long }: Measures, { whole, isDiscussion }: Rules): boolean {
  return !isDiscussion && long > 0 && whole - long >= MIN_BESIDE_COMMENTS && isCommentSection(element)
}

function isTool(element: PageElement, inside: Measures, { named, whole }: Rules): boolean {
  if (!named || !isNamedClutter(element) || !isMinorPart(inside, whole)) return false
  return !isWordOfSentence(element, inside) && !isFoldedRest(element, inside)
}

/** Minimum share of the text of a tool in links, and its maximum share of the text of the page, if other names do not count. */
const MIN_LINKS_IN_TOOL = 0.6
const MAX_TOOL = 0.3

/** @returns whether a box is named a tool and consists of links, such as "[edit]", in a search that ignores other names */
function isToolOfLinks(element: PageElement, inside: Measures, { named, text }: Rules): boolean {
  if (named || inside.links === 0 || inside.text > text * MAX_TOOL || inside.media + inside.images > 0) return false
  return linkDensity(inside) >= MIN_LINKS_IN_TOOL && isNamedClutter(element) && !isWordOfSentence(element, inside)
}

/** Minimum length in characters of the rest of a text. Shorter texts are labels, such as "Read more". */
const MIN_FOLDED = 40
const READ_MORE = /[\w-]*read-?more[\w-]*/gi

/** @returns whether a box is named after "read more", but contains no link to read on: it is the rest of a text */
function isFoldedRest(element: PageElement, { links, inputs, text }: Measures): boolean {
  if (links > 0 || inputs > 0 || text < MIN_FOLDED) return false
  const names = namesOf(element)
  const others = names.replaceAll(READ_MORE, ' ')
  return others !== names && !isClutterName(others)
}

/** Maximum length in characters of the text around a field for a mail address. */
const MAX_SIGN_UP = 300
/** Minimum length in characters of the paragraphs of the page beside such a box. */
const SOME_PROSE = 160
const MAX_SEARCHED_ELEMENTS = 60

/** @returns whether a box beside prose invites readers to enter their mail address, with a title and a few sentences */
function isSignUp(element: PageElement, { inputs, text, long, images }: Measures, { whole }: Rules): boolean {
  if (inputs === 0 || long > 0 || text > MAX_SIGN_UP || images > 1 || whole < SOME_PROSE) return false
  return firstElements(element, MAX_SEARCHED_ELEMENTS).some(isMailField)
}

/** Matches names and hints of fields for a mail address that have no type of their own. */
const MAIL_FIELD = /(?:^|[\s_[-])e-?mail|\S@\S/i

function isMailField(element: PageElement): boolean {
  if (element.tagName !== 'input') return false
  const type = attributeOf(element, 'type')?.toLowerCase() ?? 'text'
  if (type !== 'text') return type === 'email'
  return ['name', 'placeholder', 'autocomplete', 'aria-label'].some((name) =>
    MAIL_FIELD.test(attributeOf(element, name)?.slice(0, 100) ?? ''),
  )
}

function isOtherPart(element: PageElement, inside: Measures, rules: Rules): boolean {
  return (
    rules.unlikely &&
    element.tagName !== 'a' &&
    isMinor(inside, rules) &&
    isUnlikelyPart(element, inside, rules.measures)
  )
}

function isUnlikelyPart(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  if (!isUnlikely(element) || isEmbed(element, inside) || isHeadOfPart(element, inside, measures)) return false
  if (isWholeHeading(element) || isWordOfSentence(element, inside) || isSignature(element)) return false
  if (isMenuWithPrices(element, inside)) return false
  if (linkDensity(inside) >= MAX_LINKS_IN_PROSE || !isNamedByPlace(element)) return true
  return !(inside.long >= MUCH_PROSE || FOLD_NAME.test(namesOf(element)) || isIntroduction(element, inside))
}

/** Maximum length in characters of the code above a description. */
const MAX_SIGNATURE = 500

/** @returns whether the element contains nothing but code, such as the name of a field above its description */
function isSignature(element: PageElement): boolean {
  const code = element.childNodes.filter(isElement).find(({ tagName }) => tagName === 'code')
  if (code === undefined) return false
  return textOf(code, MAX_SIGNATURE + 1).trim() === textOf(element, MAX_SIGNATURE + 1).trim()
}

/** Minimum length in characters of the paragraphs below the title, so that they are an introduction. */
const MIN_INTRODUCTION = 100

/** @returns whether a box named as a header contains the title of the text and a paragraph or a sentence below it */
export function isIntroduction(element: PageElement, { long, inputs }: Measures): boolean {
  if (inputs > 0 || !isInMainPart(element)) return false
  const title = findElement(element, ({ tagName }) => tagName === 'h1')
  return title !== undefined && (long >= MIN_INTRODUCTION || isAboveSentence(title))
}

/** Bounds of the length in characters of the sentence below a title, such as the subject of the text. */
const MIN_SUBJECT = 30
const MAX_SUBJECT = 400
const SENTENCE = /\p{L}{2,}[.!?…。！？]["”»’]?$/u

/** @returns whether a sentence without a link is the next element after the title */
function isAboveSentence(title: PageElement): boolean {
  const siblings = title.parentNode!.childNodes
  const next = siblings.slice(siblings.indexOf(title) + 1).find(isElement)
  if (next === undefined || findElement(next, ({ tagName }) => tagName === 'a') !== undefined) return false
  const text = textOf(next, MAX_SUBJECT + 1).trim()
  return text.length >= MIN_SUBJECT && text.length <= MAX_SUBJECT && SENTENCE.test(text)
}

/** Minimum length in characters of paragraphs that are content, although their box is named a header or a banner. */
const MUCH_PROSE = 400
const MAX_LINKS_IN_PROSE = 0.2
/** Matches names of folded texts, whose settings are in their class names: "accordion-header-none". */
const FOLD_NAME = /accordion|faq/i
const PLACE_NAMES = /-ad-|banner|cover-wrap|extra|header|legends|menu|supplemental/gi

/** @returns whether only words for a place on the page make the name of the element unlikely, such as "header" */
function isNamedByPlace(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  return role === undefined && !isUnlikelyName(namesOf(element).replaceAll(PLACE_NAMES, ''))
}

/** Maximum length in characters of a heading of a part. */
const MAX_HEADING = 200

/** Maximum length in characters of a line beside the heading, such as the number of a step. */
const MAX_SUBTITLE = 30

/** Maximum ratio of the text of a header, apart from its buttons, to the heading in it. */
const MAX_BESIDE_HEADING = 1.5

/** @returns whether the element is named a header, and it consists of a heading above other text, with or without buttons */
function isHeadOfPart(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  const { headings, text, links, images } = inside
  if (headings === 0 || text > MAX_HEADING || links > 0 || images > 0 || !/header/i.test(namesOf(element))) return false
  if (findElement(element, ({ tagName }) => tagName === 'h1') !== undefined) return false
  const others = text - headings - lengthOfButtons(element)
  if (others <= headings * (MAX_BESIDE_HEADING - 1)) return true
  return others <= MAX_SUBTITLE && isBeforeText(element, measures)
}

function lengthOfButtons(element: PageElement): number {
  const buttons = elementsOf(element).filter(({ tagName }) => tagName === 'button')
  return buttons.reduce((sum, button) => sum + textOf(button, MAX_HEADING).trim().length, 0)
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary'])

/** @returns whether the element contains all text of the heading that is around it */
function isWholeHeading(element: PageElement): boolean {
  const parent = element.parentNode
  if (parent === null || !isElement(parent) || !HEADINGS.has(parent.tagName)) return false
  const text = textOf(element, MAX_HEADING).trim()
  return text !== '' && textOf(parent, MAX_HEADING + 10).trim() === text
}

/**
 * @returns whether the element contains at most half of the text in long paragraphs. An element with more is the main
 * content, whatever its name.
 */
function isMinor({ long }: Measures, { whole }: Rules): boolean {
  return long * 2 <= whole
}

/** @returns whether the element is an embedded post of a social network, according to its class and id */
function isEmbed(element: PageElement, { media }: Measures): boolean {
  return media > 0 && /social|embed|tweet|quote/i.test(namesOf(element))
}

/**
 * @returns whether the element contains at most a third of the text in long paragraphs, and neither quotations nor
 * code. Other elements stay, because their names may be misleading.
 */
function isMinorPart({ media, long }: Measures, whole: number): boolean {
  return media === 0 && long * 3 <= whole
}

/** @returns whether the element is in a table or in code, or contains sentences between two texts */
function isInText(element: PageElement, inside: Measures, { measures }: Rules): boolean {
  return isInTableOrCode(element) || isTextBetweenTexts(element, inside, measures)
}

const MAX_CLIMB = 20

function isInTableOrCode(element: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  for (let i = 0; parent !== null && isElement(parent) && i < MAX_CLIMB; i++) {
    if (parent.tagName === 'table' || parent.tagName === 'pre' || parent.tagName === 'code') return true
    parent = parent.parentNode
  }
  return false
}
