import { cleanText } from '../dom/clean-text.ts'
import { headingBylines } from './heading-byline.ts'
import { headingParts, headingText } from './heading-text.ts'
import { readJsonLd, type JsonObject } from './json-ld.ts'
import { ElementList } from '../dom/element-list.ts'
import { attributeOf, findElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { authorLinks, markedByline } from './marked-byline.ts'
import { threadStarters } from './thread-starter.ts'
import { shownDates, type ShownDate } from './shown-date.ts'
import { boxesAround, visibleBylines, visibleDates, visibleTexts } from './visible-bylines.ts'

/** Metadata collected from a page, not evaluated yet. */
export interface PageMetadata {
  /** Contents of `meta` elements, by name, property or itemprop in lower case. */
  readonly meta: ReadonlyMap<string, readonly string[]>
  readonly jsonLd: readonly JsonObject[]
  readonly documentTitle: string | undefined
  readonly headings: readonly string[]
  /** The first heading that is a link to the home page, which is the name of the site. */
  readonly siteHeading: string | undefined
  /** Texts and labels of the first links to the home page, which are often the name of the site. */
  readonly homeNames: readonly string[]
  /** Texts of the parts of headings that consist of several, such as a label of the topic and the title. */
  readonly headingParts: readonly string[]
  readonly language: string | undefined
  readonly direction: string | undefined
  readonly imageLink: string | undefined
  readonly links: readonly PageElement[]
  /** Texts that the page marks as the author, most reliable first. */
  readonly bylines: readonly string[]
  /** Texts that the page marks as the publication date, most reliable first. */
  readonly dates: readonly string[]
  /** Visible elements that the page marks as author or publication date. */
  readonly bylineElements: ReadonlySet<PageElement>
  /**
   * Visible texts that look like bylines but are not marked, in document order. `unmarkedDates` contains those that
   * look like dates.
   */
  readonly unmarkedBylines: readonly string[]
  readonly unmarkedDates: readonly string[]
  /** Full names beside a date between the heading and the text. */
  readonly headingBylines: readonly string[]
  readonly shownDates: readonly ShownDate[]
  /** Name of the user who started the discussion, if the page marks it. The list has at most one name. */
  readonly starters: readonly string[]
  /** Names of the microdata types on the page, such as `Recipe`. */
  readonly itemTypes: ReadonlySet<string>
}

const MAX_ELEMENTS_OF_A_KIND = 30

/**
 * @param elements the elements of the page
 * @returns the metadata of a page. Its tree is not changed.
 */
export function collectMetadata(page: PageParent, elements: ElementList = new ElementList(page)): PageMetadata {
  const named = (tagName: string): readonly PageElement[] => elements.named(tagName)
  const root = named('html')[0]
  const body = named('body')[0]
  const titles = named('title').filter((title) => title.parentNode?.nodeName !== 'svg')
  const headings = named('h1').slice(0, MAX_ELEMENTS_OF_A_KIND)
  const ofSite = headings.find(leadsHome)
  const around = boxesAround(headings)
  const texts = body ? visibleTexts(body) : []
  const { bylines, dates, lines: bylineElements } = markedByline(elements, around)
  const starters = threadStarters(texts, elements)
  return {
    meta: collectMeta(named('meta')),
    jsonLd: readJsonLd(named('script').filter(isJsonLd).map(scriptText)),
    documentTitle: titles[0] && cleanText(textOf(titles[0]), 1000),
    headings: headings.flatMap((heading) => headingText(heading) ?? []),
    headingParts: headings.flatMap(headingParts),
    siteHeading: ofSite && headingText(ofSite),
    homeNames: homeNames(named('a').slice(0, MAX_ELEMENTS_OF_A_KIND)),
    language: root && (attributeOf(root, 'lang') ?? attributeOf(root, 'xml:lang')),
    direction: (root && attributeOf(root, 'dir')) ?? (body && attributeOf(body, 'dir')),
    imageLink: linkAddress(named('link'), 'image_src'),
    links: named('link'),
    bylines: [...starters, ...bylines, ...authorLinks(named('a')).slice(0, 1)],
    dates,
    bylineElements,
    unmarkedBylines: visibleBylines(texts, around),
    headingBylines: headingBylines(texts, headings),
    unmarkedDates: visibleDates(texts),
    shownDates: shownDates(texts, headings),
    starters,
    itemTypes: itemTypesOf(elements.withAttribute('itemtype')),
  }
}

/** Matches the address of a home page. */
const HOME = /^(?:https?:\/\/[^/?#]+)?\/?$/

/** Matches class names of the link with the name or the logo of a site, which may lead to the start of a manual. */
const LOGO_NAME = /(?:^|[\s_-])(?:logo|brand|site-?(?:name|title))(?=$|[\s_-])/i
/** Maximum length in characters of the name of a site. */
const MAX_NAME = 80

function isLinkHome(link: PageElement): boolean {
  const address = attributeOf(link, 'href')?.trim().slice(0, 200) ?? ''
  return address !== '' && HOME.test(address)
}

function homeNames(links: readonly PageElement[]): string[] {
  return links
    .filter((link) => isLinkHome(link) || LOGO_NAME.test(attributeOf(link, 'class') ?? ''))
    .flatMap((link) => {
      const picture = findElement(link, ({ tagName }) => tagName === 'img')
      const labels = [
        attributeOf(link, 'title'),
        attributeOf(link, 'aria-label'),
        picture && attributeOf(picture, 'alt'),
      ]
      return [textOf(link, MAX_NAME + 1), ...labels].flatMap((name) => cleanText(name, MAX_NAME) ?? [])
    })
}

/** @returns whether all text of a heading is a link to the home page */
function leadsHome(heading: PageElement): boolean {
  const link = findElement(heading, ({ tagName }) => tagName === 'a')
  if (link === undefined || !isLinkHome(link)) return false
  return textOf(link, 300).trim() === textOf(heading, 300).trim()
}

function itemTypesOf(elements: readonly PageElement[]): Set<string> {
  const types = new Set<string>()
  for (const element of elements) {
    const type = attributeOf(element, 'itemtype')?.slice(0, 200).trim().split('/').at(-1)
    if (type !== undefined) types.add(type)
  }
  return types
}

function collectMeta(elements: readonly PageElement[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const element of elements.slice(0, 1000)) {
    const content = attributeOf(element, 'content')?.trim()
    if (!content) continue
    for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
      const key = attributeOf(element, attribute)?.trim().toLowerCase().slice(0, 100)
      if (key) found.set(key, [...(found.get(key) ?? []), content.slice(0, 65_536)].slice(0, 50))
    }
  }
  return found
}

function isJsonLd(script: PageElement): boolean {
  return /^\s*application\/ld\+json/i.test(attributeOf(script, 'type') ?? '')
}

function scriptText(script: PageElement): string {
  return script.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}

function linkAddress(links: readonly PageElement[], rel: string): string | undefined {
  const link = links.find((one) => attributeOf(one, 'rel')?.toLowerCase() === rel)
  return link && attributeOf(link, 'href')
}
