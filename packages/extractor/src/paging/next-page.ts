import { baseAddress } from '../dom/absolute-addresses.ts'
import { isPageOf, isPartBelow } from './page-numbers.ts'
import { attributeOf, elementsOf, isText, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'
import { parseUrl } from '../dom/parse-url.ts'

/** The position of a page in a multi-page article. */
export interface PageSeries {
  /** The address of the first page. */
  readonly first: string
  /** 1 for the first. */
  readonly page: number
}

/** Maximum number of links of one page to check. */
const MAX_LINKS = 5000
const MAX_LABEL = 60
/** Indexes and lists have several pages too, but are not articles. */
const LIST_SEGMENT =
  /^(?:tags?|category|categories|kategorie|author|autor|search|suche|archive|archiv|topics?|comments?)$/i
/** An unambiguous "next page". */
const NEXT_PAGE =
  /^(?:go to )?(?:next page|continue reading on page \d{1,3}|nächste seite|page suivante|página siguiente|siguiente página|próxima página|pagina successiva|volgende pagina|nästa sida|næste side|neste side|następna strona|další strana|следующая страница|下一页|下一頁|次のページ|다음 페이지)\s?[»›→>:]{0,3}$/iu
/** "Next" alone also leads to the next article: it counts only if the address confirms it. */
const NEXT =
  /^(?:next|more|continue|weiter|suivante?|siguiente|próxim[ao]|seguinte|successiv[ao]|avanti|volgende|nästa|næste|neste|następna|dalej|další|далее|вперед|次へ|다음)?\s?[»›→>:]{0,3}$/iu

/**
 * Finds the next page of an article that spans several. A link counts only if its address is the article's own with the
 * next number, or lies below it and has an unambiguous label: "next" alone usually leads to another article.
 *
 * @param page the page's tree, not changed
 * @param url the page's own address
 * @param series the position of this page; the first one if absent
 * @returns an absolute address of the same origin, without fragment
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
  const links = elementsOf(page).filter(({ tagName }) => tagName === 'a' || tagName === 'link')
  for (const link of links.slice(0, MAX_LINKS)) {
    // Most links have other labels, and parsing an address costs more than reading a label.
    const said = saysNext(link, series.page + 1)
    const target = said && targetOf(link, base)
    if (target && !own.has(target.href) && isFurther(target, first, series.page + 1, said)) return target.href
  }
  return undefined
}

type Saying = 'in full' | 'shortly'

function isFurther(target: URL, first: URL, number: number, said: Saying): boolean {
  if (target.origin !== first.origin) return false
  return isPageOf(target, first, number) || (said === 'in full' && isPartBelow(target, first))
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

function saysNext(link: PageElement, number: number): Saying | undefined {
  const rel = attributeOf(link, 'rel')?.slice(0, 200) ?? ''
  const label = link.tagName === 'a' ? labelOf(link) : ''
  if (NEXT_PAGE.test(label)) return 'in full'
  const isNext = /(?:^|\s)next(?:\s|$)/i.test(rel) || label === String(number) || (label !== '' && NEXT.test(label))
  return isNext ? 'shortly' : undefined
}

/** @returns the label of a link; nothing for a longer text */
function labelOf(link: PageElement): string {
  const [only, ...more] = link.childNodes
  const text = (only && more.length === 0 && isText(only) ? only.value.slice(0, 200) : textOf(link, 200)).trim()
  const label = text === '' ? (attributeOf(link, 'aria-label') ?? attributeOf(link, 'title') ?? '') : text
  return label.length > MAX_LABEL ? '' : label.replaceAll(/\s+/g, ' ').trim()
}
