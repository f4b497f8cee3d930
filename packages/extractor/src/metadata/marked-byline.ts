import { LETTER, NAME_LETTER } from '../dom/letter-class.ts'
import { cleanText } from '../dom/clean-text.ts'
import type { ElementList } from '../dom/element-list.ts'
import { isOtherTime } from './other-time.ts'
import { isFullName } from './person-name.ts'
import { isPaperAuthor, paperAuthors } from './paper-authors.ts'
import {
  attributeOf,
  findElement,
  firstElements,
  isElement,
  spacedTextOf,
  visibleTextOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

const MAX_CANDIDATES = 200
const MAX_FOUND = 30

interface MarkedByline {
  /** Texts that the page marks as the author (microdata, `rel`, class names), most reliable first. */
  readonly bylines: readonly string[]
  /** Texts that the page marks as the publication date, most reliable first. Modification dates are left out. */
  readonly dates: readonly string[]
  /** Visible elements that the page marks as the author or the publication date. */
  readonly lines: ReadonlySet<PageElement>
}

/**
 * @param around the elements around the headings of the page, which are no reviews, whatever their names
 * @returns the texts that a page marks as author and date, and their elements
 */
export function markedByline(elements: ElementList, around: ReadonlySet<PageParent> = new Set()): MarkedByline {
  const { bylines, dates, lines, papers } = markedElements(elements)
  const names = new Set(bylines.filter(({ rank }) => rank > UNRELIABLE_RANK).map(({ element }) => element))
  const reliable = surest(bylines).filter((element) => !isInReview(element, around))
  const texts = papers.length > 0 ? [paperAuthors(papers)] : reliable.map((line) => bylineText(line, names))
  return {
    bylines: texts.filter((text) => text !== ''),
    dates: surest(dates).map(dateText).filter(isDateText),
    lines,
  }
}

interface MarkedElements {
  readonly bylines: readonly Ranked[]
  readonly dates: readonly Ranked[]
  readonly lines: ReadonlySet<PageElement>
  /** Elements with an author of a scientific paper. */
  readonly papers: readonly PageElement[]
}

function markedElements(elements: ElementList): MarkedElements {
  const found = {
    bylines: [] as Ranked[],
    dates: [] as Ranked[],
    lines: new Set<PageElement>(),
    papers: [] as PageElement[],
  }
  const marked = elementsWithMarks(elements)
  for (const element of marked.size === 0 ? [] : elements.all.filter((one) => marked.has(one))) {
    const marks = marksOf(element)
    if (isPaperAuthor(marks.names)) found.papers.push(element)
    const [byline, date] = [bylineRank(element, marks), dateRank(element, marks)]
    if (byline > 0) found.bylines.push({ element, rank: byline })
    if (date > 0) found.dates.push({ element, rank: date })
    if ((byline > UNRELIABLE_RANK || date > 0) && !INVISIBLE_ELEMENTS.has(element.tagName)) found.lines.add(element)
  }
  return found
}

const REVIEW_NAME = /(?:^|[\s_-])(?:reviews?|testimonials?)(?=$|[\s_-])/i
const MAX_LEVELS_UP = 8

/** @returns whether the element is part of a review or a testimonial on the page. Its author did not write the page. */
function isInReview(element: PageElement, around: ReadonlySet<PageParent>): boolean {
  let parent = element.parentNode
  for (let level = 0; parent !== null && isElement(parent) && level < MAX_LEVELS_UP; level++) {
    if (around.has(parent)) return false
    const names = `${attributeOf(parent, 'class') ?? ''} ${attributeOf(parent, 'itemprop') ?? ''}`.slice(0, 300)
    if (REVIEW_NAME.test(names) || attributeOf(parent, 'itemtype')?.endsWith('/Review') === true) return true
    parent = parent.parentNode
  }
  return false
}

/**
 * Elements that contain a time. All but `time` are custom elements, in which scripts show relative times such as "3
 * days ago".
 */
const TIME_ELEMENTS = ['time', 'relative-time', 'time-ago', 'faceplate-timeago']
const INVISIBLE_ELEMENTS = new Set(['meta', 'link', 'script', 'style', 'template', 'noscript', 'object'])

interface Ranked {
  readonly element: PageElement
  readonly rank: number
}

function surest(found: readonly Ranked[]): PageElement[] {
  return found
    .slice(0, MAX_CANDIDATES)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MAX_FOUND)
    .map((one) => one.element)
}

/** Maximum number of characters of class names and id that are examined. */
const MAX_NAMES = 300

/** Attributes that may mark an element as author or date. `property` and `rel` are in lower case. */
interface Marks {
  /** Class names and id in one text. */
  readonly names: string
  readonly property: string
  readonly rel: string
}

function marksOf({ attrs }: PageElement): Marks {
  let [className, id, property, rel] = ['', '', '', '']
  for (const { name, value } of attrs) {
    if (name === 'class') className = value
    else if (name === 'id') id = value
    else if (name === 'itemprop') property = value.toLowerCase()
    else if (name === 'rel') rel = value.toLowerCase()
  }
  return { names: `${className} ${id}`.slice(0, MAX_NAMES).trim(), property, rel }
}

const NO_BYLINES = new Set(['meta', 'body', 'html'])
/** Rank of unreliable bylines. They are used only if there are no other bylines. Their elements stay in the article. */
const UNRELIABLE_RANK = 1
const BYLINE_NAME = /(?:^|[\s_-])(?:byline|author|writer|contributor)(?:s|[\s_-]?name|[\s_-]?link)?(?:$|[\s_-])/i
/**
 * A quick test before `BYLINE_NAME`, `WEAK_AUTHOR_NAME` and `USER_NAME`: matches every class name that one of them
 * matches, and a few others.
 */
const MAY_BE_BYLINE = /byline|author|writer|contributor|username/i
/**
 * Class names of elements that contain the name of a person: `WEAK_AUTHOR_NAME` matches those in author boxes
 * (WordPress block themes), and `USER_NAME` those of the authors of posts.
 */
const WEAK_AUTHOR_NAME = /(?:^|[\s_-])author[\w-]{0,20}[_-](?:name|fn)(?:$|\s)/i
const USER_NAME = /(?:^|\s)(?:big)?username(?:$|\s)/i
const NOT_THE_AUTHOR =
  /testimonial|comment|reply|bio|avatar|image|photo|pic|related|(?<!v)card|box|date|time|social|follow|about|desc/i

const DATE_NAME = /publish|posted|pubdate|entry-date|post-date|article-date|date-?line|(?:^|[\s_-])date(?:$|[\s_-])/i

function isBylineName(value: string): boolean {
  const names = value.slice(0, MAX_NAMES).trimStart()
  return MAY_BE_BYLINE.test(names) || DATE_NAME.test(names) || isPaperAuthor(names)
}

/** @returns the elements that something may mark as an author or a date. The other tests read only these. */
function elementsWithMarks(elements: ElementList): ReadonlySet<PageElement> {
  return new Set([
    ...TIME_ELEMENTS.flatMap((name) => elements.named(name)),
    ...elements.withClassThat(isBylineName),
    ...elements.withAttribute('id').filter((element) => isBylineName(attributeOf(element, 'id') ?? '')),
    ...elements.withAttribute('itemprop'),
    ...elements.withAttribute('rel'),
  ])
}

function bylineRank(element: PageElement, { names, property, rel }: Marks): number {
  if (NO_BYLINES.has(element.tagName)) return 0
  if (property !== '' && property.split(' ').includes('author')) return 4
  if (rel !== '' && rel.split(' ').includes('author')) return 3
  if (!MAY_BE_BYLINE.test(names)) return 0
  if (BYLINE_NAME.test(names) && !NOT_THE_AUTHOR.test(names)) return 2
  return isWeakByline(element, names) ? UNRELIABLE_RANK : 0
}

function isWeakByline(element: PageElement, names: string): boolean {
  if (element.tagName === 'a' && USER_NAME.test(names)) return true
  return WEAK_AUTHOR_NAME.test(names) && !/comment|reply|related/i.test(names)
}

const SEVERAL_NAMES = new RegExp(String.raw`^${LETTER}${NAME_LETTER}{1,30}(?:\s${NAME_LETTER}{1,30}){1,3}$`, 'u')

/**
 * @param links all links of the page
 * @returns the texts of links to pages about authors, in document order. They are less reliable than marked bylines.
 */
export function authorLinks(links: readonly PageElement[]): string[] {
  return links
    .filter(leadsToAuthor)
    .slice(0, MAX_FOUND)
    .flatMap((link) => {
      const text = cleanText(visibleTextOf(link), 100)
      return text !== undefined && SEVERAL_NAMES.test(text) ? [text] : []
    })
}

function leadsToAuthor(link: PageElement): boolean {
  return /(?:\/(?:authors?|contributors?|writers?)\/[^/?#]|[?&]author=)/i.test(
    attributeOf(link, 'href')?.slice(0, 500) ?? '',
  )
}

/**
 * @param marked all elements that are marked as an author
 * @returns the text of a byline. If it contains people that are marked themselves, the text consists of their names
 */
function bylineText(element: PageElement, marked: ReadonlySet<PageElement>): string {
  const inner = firstElements(element, MAX_INNER_ELEMENTS).filter((one) => marked.has(one) || isLinkToAuthor(one))
  if (inner.length === 0) return wholeText(element)
  const text = cleanText(spacedTextOf(element), 1000) ?? ''
  const end = text.search(OTHER_ROLE)
  const names = inner.flatMap((one) => cleanText(spacedTextOf(one), MAX_NAME + 1) ?? [])
  const people = [
    ...new Set(names.filter((name) => name.length <= MAX_NAME && isFullName(name) && !CONTROL.test(name))),
  ]
  const authors = people.filter((name) => end < 0 || text.indexOf(name) < end)
  return authors.length > 0 && people.length <= MAX_PEOPLE ? authors.join(', ') : wholeText(element)
}

/** Matches words before the names of people who did not write the text. */
const OTHER_ROLE =
  /\b(?:(?:fact[- ]?)?checked|reviewed|verified|edited|approved|photo(?:s|graph\w*)?|translated|gegengelesen|geprüft|relu|revisado) (?:by|von|par|por)\b/i
/** Matches labels of links beside a name. */
const CONTROL = /^(?:about|contact|e-?mail|expert|follow|learn|meet|more|read|see|view|written)\s/i
/** Maximum number of people in a byline. More are a list of all authors of the site. */
const MAX_PEOPLE = 8
/** Number of elements in a byline that are searched for people. */
const MAX_INNER_ELEMENTS = 40
const MAX_NAME = 60

function isLinkToAuthor(element: PageElement): boolean {
  return element.tagName === 'a' && leadsToAuthor(element)
}

function wholeText(element: PageElement): string {
  const name = findElement(element, (inner) => attributeOf(inner, 'itemprop')?.toLowerCase() === 'name')
  const text = cleanText(name ? (attributeOf(name, 'content') ?? spacedTextOf(name)) : spacedTextOf(element), 300)
  return [text ?? attributeOf(element, 'content') ?? ''].find((line) => line.length <= 150) ?? ''
}

/** Rank of a `time` element whose class names do not say which date it contains. */
const TIME_RANK = 3
const TEXT_ELEMENTS = new Set(['span', 'div', 'p', 'li', 'td', 'abbr', 'em'])
const NOT_THE_DATE = /section-?(?:header|heading|title)|modif|updat|comment|related|event|expire|sidebar|widget|footer/i

/** Matches properties of microdata with other dates, such as the start of an event. */
const OTHER_PROPERTY = /modified|start(?:date|time)|end(?:date|time)|door|valid|expire|birth|death|founding/

function dateRank(element: PageElement, { names, property }: Marks): number {
  if (property.includes('datepublished') || property.includes('datecreated')) return 5
  if (OTHER_PROPERTY.test(property)) return 0
  const rank = TIME_ELEMENTS.includes(element.tagName) ? timeRank(element, names) : textRank(element, names)
  return rank > 0 && (NOT_THE_DATE.test(names) || isOtherTime(element)) ? 0 : rank
}

function timeRank(element: PageElement, names: string): number {
  return DATE_NAME.test(names) || attributeOf(element, 'pubdate') !== undefined ? TIME_RANK + 1 : TIME_RANK
}

function textRank({ tagName }: PageElement, names: string): number {
  return names !== '' && TEXT_ELEMENTS.has(tagName) && DATE_NAME.test(names) ? 2 : 0
}

function dateText(element: PageElement): string {
  const machine = attributeOf(element, 'datetime') ?? attributeOf(element, 'ts') ?? attributeOf(element, 'content')
  return machine?.trim() || cleanText(spacedTextOf(element), 200) || ''
}

function isDateText(text: string): boolean {
  return text !== '' && text.length <= 100 && !/^(?:last\s)?(?:updated|modified|reviewed|edited)/i.test(text)
}
