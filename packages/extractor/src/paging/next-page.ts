import { baseAddress } from '../dom/absolute-addresses.ts'
import { isPageOf, isPartBelow } from './numbered-addresses.ts'
import { attributeOf, findElements, isText, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'
import { parseUrl } from '../dom/parse-url.ts'

/** The position of a page within an article of several pages. */
export interface PageSeries {
  /** Address of the first page. */
  readonly first: string
  /** Number of the page, starting with 1. */
  readonly page: number
}

/** Maximum number of links that are checked. Further links are ignored. */
const MAX_LINKS = 5000
const MAX_LABEL = 60
/** Matches path segments of lists, archives and indexes. Such pages also have next pages, but are not articles. */
const LIST_SEGMENT =
  /^(?:tags?|category|categories|kategorie|author|autor|search|suche|archive|archiv|topics?|comments?)$/i
/** Matches labels that can only mean the next page of the same article. */
const NEXT_PAGE =
  /^(?:go to )?(?:next page|continue reading on page \d{1,3}|nächste seite|page suivante|página siguiente|siguiente página|próxima página|pagina successiva|volgende pagina|nästa sida|næste side|neste side|następna strona|další strana|следующая страница|下一页|下一頁|次のページ|다음 페이지)\s?[»›→>:]{0,3}$/iu
/**
 * Matches labels of links that may lead to the next page or to the next article. Such a link counts only if its address
 * contains the next page number.
 */
const NEXT_LABEL =
  /^(?:next|more|continue|weiter|suivante?|siguiente|próxim[ao]|seguinte|successiv[ao]|avanti|volgende|nästa|næste|neste|następna|dalej|další|далее|вперед|次へ|다음)?\s?[»›→>:]{0,3}$/iu

/**
 * Finds the next page of an article that is split into several pages. A link leads to the next page if its address is
 * the article's address with the next page number. If the label of the link is unambiguous, any address below the
 * article's address is accepted.
 *
 * @param page the page's tree, which is not changed
 * @param url the page's own address
 * @param series the position of this page; if absent, it is the first page
 * @returns the absolute address of the next page, on the same origin and without fragment; undefined if there is none
 */
export function findNextPage(
  page: PageParent,
  url: string,
  series: PageSeries = { first: url, page: 1 },
): string | undefined {
  const first = parseUrl(series.first)
  if (!first || first.pathname === '/' || isList(first)) return undefined
  const base = baseAddress(page, url)
  const own = new Set([withoutFragment(url), first.href])
  const links = findElements(page, ({ tagName }) => tagName === 'a' || tagName === 'link')
  for (const link of links.slice(0, MAX_LINKS)) {
    // Labels are tested first. Parsing an address takes longer, and most links have other labels.
    const label = nextLabel(link, series.page + 1)
    const target = label && targetOf(link, base)
    if (target && !own.has(target.href) && isFurther(target, first, series.page + 1, label)) return target.href
  }
  return undefined
}

type LabelStrength = 'unambiguous' | 'ambiguous'

function isFurther(target: URL, first: URL, number: number, label: LabelStrength): boolean {
  if (target.origin !== first.origin) return false
  return isPageOf(target, first, number) || (label === 'unambiguous' && isPartBelow(target, first))
}

function isList({ pathname }: URL): boolean {
  return pathname.split('/').some((segment) => LIST_SEGMENT.test(segment))
}

function targetOf(link: PageElement, base: string): URL | null {
  const target = parseUrl(webAddress(attributeOf(link, 'href'), base) ?? '')
  if (target) target.hash = ''
  return target
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '')
}

function nextLabel(link: PageElement, number: number): LabelStrength | undefined {
  const rel = attributeOf(link, 'rel')?.slice(0, 200) ?? ''
  const label = link.tagName === 'a' ? labelOf(link) : ''
  if (NEXT_PAGE.test(label)) return 'unambiguous'
  const isNext =
    /(?:^|\s)next(?:\s|$)/i.test(rel) || label === String(number) || (isShort(label) && NEXT_LABEL.test(label))
  return isNext ? 'ambiguous' : undefined
}

/**
 * @returns false for labels that `NEXT_LABEL` cannot match, because they have more than 14 characters. The test is
 * quick, and every link of a page is tested.
 */
function isShort(label: string): boolean {
  return label !== '' && label.length <= 14
}

/** @returns the label of a link; empty if its text is too long */
function labelOf(link: PageElement): string {
  const [only, ...more] = link.childNodes
  const text = (only && more.length === 0 && isText(only) ? only.value.slice(0, 200) : textOf(link, 200)).trim()
  const label = text === '' ? (attributeOf(link, 'aria-label') ?? attributeOf(link, 'title') ?? '') : text
  if (label.length > MAX_LABEL) return ''
  return /\s\s|[^\S ]/.test(label) ? label.replaceAll(/\s+/g, ' ').trim() : label
}
