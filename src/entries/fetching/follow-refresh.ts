import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { FetchedPage } from '../../fetching/fetch-outcome.ts'
import { type FetchPageDeps, fetchPage, type PageWithAccess } from './fetch-page.ts'
import { isBotWall } from './recognise-wall.ts'

/**
 * Maximum delay, in seconds, of a refresh that counts as a redirect. A page with a longer delay is meant to be read.
 */
const MAX_DELAY = 5

/** Number of bytes at the start of a page that are searched for a refresh. */
const HEAD_BYTES = 65_536

const REFRESH_META = /http-equiv\s{0,9}=\s{0,9}["']?\s{0,9}refresh/i
const NOSCRIPT_TAG = /<\/?noscript(?:\s[^<>]{0,200})?>/gi

const REFRESH_XPATHS = [
  'string((//meta[lower-case(normalize-space(@http-equiv))="refresh"]/@content)[1])',
  'string((//base/@href)[1])',
  'normalize-space(//body)',
]

/**
 * Maximum length in characters of the visible text of a page whose `noscript` element contains a refresh. Pages of link
 * shorteners have hardly any text; on longer pages, such a refresh leads to a variant without scripts.
 */
const MAX_TEXT = 500

/** Matches addresses of pages that only ask the reader to turn on JavaScript. */
const NO_SCRIPT_PAGE = /no-?(?:java)?-?script|nojs|enable-?(?:java|js)|(?:without|disabled)-?(?:java|js)/i

/**
 * Fetches a page. If the page refreshes to another address after a short delay, fetches that address too, with all
 * checks of a normal fetch. The refresh may be in the `Refresh` header, in a `<meta http-equiv="refresh">`, or, if the
 * page has hardly any text, in a `<noscript>`. Refreshes in the target are not followed, nor those of pages that check
 * for bots.
 * @returns the target, with its address in `refreshedTo`; the first page if it has no such refresh or the target cannot
 * be fetched
 */
export async function fetchRefreshedPage(
  deps: FetchPageDeps,
  address: string,
  signal: AbortSignal,
): Promise<PageWithAccess & { readonly refreshedTo?: string }> {
  const first = await fetchPage(deps, address, signal)
  if (first.outcome.kind === 'failed') return first
  const { page } = first.outcome
  const target = mayRefresh(address, page) ? await findRefresh(deps.extraction, page) : undefined
  if (target === undefined) return first
  const second = await fetchPage(deps, target, signal)
  return second.outcome.kind === 'page' ? { ...second, refreshedTo: target } : first
}

/** Refreshes of error pages are ignored, because most of them lead to the home page. */
function mayRefresh(address: string, page: FetchedPage): boolean {
  return page.status < 400 && !isBotWall(address, page)
}

type FindInPage = Pick<ExtractionPool, 'find'>

/** @returns the target of the page's refresh; undefined if there is none */
async function findRefresh(extraction: FindInPage, page: FetchedPage): Promise<string | undefined> {
  const inHeader = refreshTarget(page.headers['refresh'] ?? '', page.url, '')
  if (inHeader !== undefined) return inHeader
  const head = page.body.slice(0, HEAD_BYTES)
  const markup = Buffer.from(head).toString('latin1')
  if (!REFRESH_META.test(markup)) return undefined
  const [content, base] = await extraction.find({ ...page, body: head }, REFRESH_XPATHS)
  return refreshTarget(content ?? '', page.url, base ?? '') ?? findNoscriptRefresh(extraction, page, markup)
}

/** The extractor drops the content of `noscript`, so it parses the page again without these tags. */
async function findNoscriptRefresh(
  extraction: FindInPage,
  page: FetchedPage,
  markup: string,
): Promise<string | undefined> {
  const opened = markup.replace(NOSCRIPT_TAG, '')
  if (opened.length === markup.length || page.body.length > HEAD_BYTES) return undefined
  const body = Buffer.from(opened, 'latin1')
  const [content, base, text = ''] = await extraction.find({ ...page, body }, REFRESH_XPATHS)
  if (text.length > MAX_TEXT) return undefined
  const target = refreshTarget(content ?? '', page.url, base ?? '')
  return target === undefined || NO_SCRIPT_PAGE.test(target) ? undefined : target
}

/**
 * Parses a refresh by the steps of the HTML standard ("shared declarative refresh steps").
 * @param content value of the `content` attribute or of the `Refresh` header, such as `0; url=/next`
 * @param url address of the page
 * @param base the `href` of the page's base element; empty if it has none
 * @returns the absolute http or https address of the target; undefined if the delay exceeds five seconds, or the target
 * is the same page
 */
export function refreshTarget(content: string, url: string, base: string): string | undefined {
  const parts = /^\s*(\d{1,9})[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(["']?)([^]*)$/i.exec(content)
  if (!parts || Number(parts[1]) > MAX_DELAY) return undefined
  const [, , quote = '', rest = ''] = parts
  const text = (quote === '' ? rest : rest.split(quote)[0]!).trim()
  const target = text === '' ? null : URL.parse(text, URL.parse(base, url) ?? url)
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  return withoutFragment(target) === withoutFragment(new URL(url)) ? undefined : target.href
}

function withoutFragment(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length)
}
