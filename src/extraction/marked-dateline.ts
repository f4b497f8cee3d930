import { cleanText } from './clean-text.ts'
import { attributeOf, elementsOf, partedTextOf, visibleTextOf, type PageElement } from './page-tree.ts'

const MAX_CANDIDATES = 200
const MAX_FOUND = 30

/** @returns texts marked up as the author (microdata, rel, class names), the surest first */
export function markedBylines(elements: readonly PageElement[]): string[] {
  return ranked(elements, bylineRank)
    .map(bylineText)
    .filter((text) => text !== '')
}

/** @returns values marked up as the date of publication, the surest first; dates of changes are left out */
export function markedDates(elements: readonly PageElement[]): string[] {
  return ranked(elements, dateRank).map(dateText).filter(isDateLine)
}

/** @returns whether the element is marked up as the author or as the date of publication, in text, not in a machine's way */
export function isBylineOrDate(element: PageElement): boolean {
  return bylineRank(element) > WEAK || dateRank(element) > 0
}

type Rank = (element: PageElement) => number

function ranked(elements: readonly PageElement[], rank: Rank): PageElement[] {
  const found = elements.flatMap((element) => {
    const rankOfIt = rank(element)
    return rankOfIt > 0 ? [{ element, rank: rankOfIt }] : []
  })
  return found
    .slice(0, MAX_CANDIDATES)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MAX_FOUND)
    .map((one) => one.element)
}

const NO_BYLINES = new Set(['meta', 'body', 'html'])
/** Good for a name where no other is, not for taking a line out of the text. */
const WEAK = 1
const BYLINE_NAME = /(?:^|[\s_-])(?:byline|author|writer|contributor)(?:s|[\s_-]?name|[\s_-]?link)?(?:$|[\s_-])/i
/** The name inside a box about the author, as block-building themes call it; and the writer of a post in a forum. */
const WEAK_AUTHOR_NAME = /(?:^|[\s_-])author[\w-]{0,20}[_-](?:name|fn)(?:$|\s)/i
const USER_NAME = /(?:^|\s)(?:big)?username(?:$|\s)/i
const NOT_THE_AUTHOR = /comment|reply|bio|avatar|image|photo|pic|related|card|box|date|time|social|follow|about|desc/i

function bylineRank(element: PageElement): number {
  if (element.attrs.length === 0) return 0
  if (NO_BYLINES.has(element.tagName)) return 0
  if (attributeOf(element, 'itemprop')?.toLowerCase().split(' ').includes('author')) return 4
  if (attributeOf(element, 'rel')?.toLowerCase().split(' ').includes('author')) return 3
  const names = namesOf(element)
  if (names === '') return 0
  if (BYLINE_NAME.test(names) && !NOT_THE_AUTHOR.test(names)) return 2
  return isWeakByline(element, names) ? WEAK : 0
}

function isWeakByline(element: PageElement, names: string): boolean {
  if (element.tagName === 'a' && USER_NAME.test(names)) return true
  return WEAK_AUTHOR_NAME.test(names) && !/comment|reply|related/i.test(names)
}

/** @returns texts of links to a page about an author, in document order: weaker than what is marked up as a byline */
export function authorLinks(elements: readonly PageElement[]): string[] {
  const links = elements.filter((element) => element.tagName === 'a' && leadsToAuthor(element))
  return links.slice(0, MAX_FOUND).flatMap((link) => {
    const text = cleanText(visibleTextOf(link), 100)
    return text !== undefined && /^\p{L}[\p{L}'’.-]{1,30}(?:\s[\p{L}'’.-]{1,30}){1,3}$/u.test(text) ? [text] : []
  })
}

function leadsToAuthor(link: PageElement): boolean {
  return /(?:\/(?:authors?|contributors?|writers?)\/[^/?#]|[?&]author=)/i.test(
    attributeOf(link, 'href')?.slice(0, 500) ?? '',
  )
}

function bylineText(element: PageElement): string {
  const name = elementsOf(element).find((inner) => attributeOf(inner, 'itemprop')?.toLowerCase() === 'name')
  const text = cleanText(name ? (attributeOf(name, 'content') ?? partedTextOf(name)) : partedTextOf(element), 300)
  return [text ?? attributeOf(element, 'content') ?? ''].find((line) => line.length <= 150) ?? ''
}

/** What a time element without any name is worth. */
const TIME = 3
const TEXT_ELEMENTS = new Set(['span', 'div', 'p', 'li', 'td', 'abbr', 'em'])
const DATE_NAME = /publish|posted|pubdate|entry-date|post-date|article-date|date-?line|(?:^|[\s_-])date(?:$|[\s_-])/i
const NOT_THE_DATE = /modif|updat|comment|related|event|expire|sidebar|widget|footer/i

function dateRank(element: PageElement): number {
  const isTime = element.tagName === 'time'
  if (element.attrs.length === 0) return isTime ? TIME : 0
  const names = namesOf(element)
  const property = attributeOf(element, 'itemprop')?.toLowerCase() ?? ''
  if (property.includes('datepublished')) return 5
  if (property.includes('datemodified') || NOT_THE_DATE.test(names)) return 0
  return isTime ? timeRank(element, names) : textRank(element, names)
}

function timeRank(element: PageElement, names: string): number {
  return DATE_NAME.test(names) || attributeOf(element, 'pubdate') !== undefined ? TIME + 1 : TIME
}

function textRank({ tagName }: PageElement, names: string): number {
  return TEXT_ELEMENTS.has(tagName) && DATE_NAME.test(names) ? 2 : 0
}

function namesOf(element: PageElement): string {
  return `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`.slice(0, 300).trim()
}

function dateText(element: PageElement): string {
  const machine = attributeOf(element, 'datetime') ?? attributeOf(element, 'content')
  return machine?.trim() || cleanText(partedTextOf(element), 200) || ''
}

function isDateLine(text: string): boolean {
  return text !== '' && text.length <= 100 && !/^(?:last\s)?(?:updated|modified|reviewed|edited)/i.test(text)
}
