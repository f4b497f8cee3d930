import { cleanText } from './clean-text.ts'
import { attributeOf, elementsOf, visibleTextOf, type PageElement } from './page-tree.ts'

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
  return bylineRank(element) > 0 || dateRank(element) > 0
}

type Rank = (element: PageElement) => number

function ranked(elements: readonly PageElement[], rank: Rank): PageElement[] {
  const found = elements.map((element) => ({ element, rank: rank(element) })).filter((one) => one.rank > 0)
  return found
    .slice(0, MAX_CANDIDATES)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MAX_FOUND)
    .map((one) => one.element)
}

const BYLINE_NAME = /(?:^|[\s_-])(?:byline|author|writer|contributor)(?:s|[\s_-]?name|[\s_-]?link)?(?:$|[\s_-])/i
const NOT_THE_AUTHOR = /comment|reply|bio|avatar|image|photo|pic|related|card|box|date|time|social|follow|about|desc/i

function bylineRank(element: PageElement): number {
  if (element.tagName === 'meta' || element.tagName === 'body' || element.tagName === 'html') return 0
  if (attributeOf(element, 'itemprop')?.toLowerCase().split(' ').includes('author')) return 4
  if (attributeOf(element, 'rel')?.toLowerCase().split(' ').includes('author')) return 3
  const names = namesOf(element)
  if (BYLINE_NAME.test(names) && !NOT_THE_AUTHOR.test(names)) return 2
  return 0
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
  const text = cleanText(name ? (attributeOf(name, 'content') ?? visibleTextOf(name)) : visibleTextOf(element), 300)
  return [text ?? attributeOf(element, 'content') ?? ''].find((line) => line.length <= 150) ?? ''
}

const TEXT_ELEMENTS = new Set(['span', 'div', 'p', 'li', 'td', 'abbr', 'em'])
const DATE_NAME = /publish|posted|pubdate|entry-date|post-date|article-date|date-?line|(?:^|[\s_-])date(?:$|[\s_-])/i
const NOT_THE_DATE = /modif|updat|comment|related|event|expire|sidebar|widget|footer/i

function dateRank(element: PageElement): number {
  const names = namesOf(element)
  const property = attributeOf(element, 'itemprop')?.toLowerCase() ?? ''
  if (property.includes('datepublished')) return 5
  if (property.includes('datemodified') || NOT_THE_DATE.test(names)) return 0
  if (element.tagName === 'time') return DATE_NAME.test(names) || attributeOf(element, 'pubdate') !== undefined ? 4 : 3
  return TEXT_ELEMENTS.has(element.tagName) && DATE_NAME.test(names) ? 2 : 0
}

function namesOf(element: PageElement): string {
  return `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`.slice(0, 300)
}

function dateText(element: PageElement): string {
  const machine = attributeOf(element, 'datetime') ?? attributeOf(element, 'content')
  return machine?.trim() || cleanText(visibleTextOf(element), 200) || ''
}

function isDateLine(text: string): boolean {
  return text !== '' && text.length <= 100 && !/^(?:last\s)?(?:updated|modified|reviewed|edited)/i.test(text)
}
