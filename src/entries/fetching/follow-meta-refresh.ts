import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { FetchedPage } from '../../fetching/fetch-outcome.ts'
import { type FetchPageDeps, fetchPage, type PageWithAccess } from './fetch-page.ts'

/**
 * Maximum delay, in seconds, of a refresh that counts as a redirect. A page with a longer delay is meant to be read.
 */
const MAX_DELAY = 5

/** Number of bytes at the start of a page that are searched for a refresh. */
const HEAD_BYTES = 65_536

const REFRESH_META = /http-equiv\s{0,9}=\s{0,9}["']?\s{0,9}refresh/i

const REFRESH_XPATHS = [
  'string((//meta[lower-case(normalize-space(@http-equiv))="refresh"]/@content)[1])',
  'string((//base/@href)[1])',
]

/**
 * Fetches a page. If the page contains a `<meta http-equiv="refresh">` with a short delay, fetches its target too, with
 * all checks of a normal fetch. Refreshes in the target are not followed.
 * @returns the target, with its address in `refreshedTo`; the first page if it has no such refresh or the target cannot
 * be fetched
 */
export async function fetchRefreshedPage(
  deps: FetchPageDeps,
  address: string,
  signal: AbortSignal,
): Promise<PageWithAccess & { readonly refreshedTo?: string }> {
  const first = await fetchPage(deps, address, signal)
  const target = first.outcome.kind === 'page' ? await findRefresh(deps.extraction, first.outcome.page) : undefined
  if (target === undefined) return first
  const second = await fetchPage(deps, target, signal)
  return second.outcome.kind === 'page' ? { ...second, refreshedTo: target } : first
}

/**
 * @returns the target of the page's refresh; undefined if there is none. Refreshes of error pages are ignored, because
 * most of them lead to the home page.
 */
async function findRefresh(extraction: Pick<ExtractionPool, 'find'>, page: FetchedPage): Promise<string | undefined> {
  const head = page.body.slice(0, HEAD_BYTES)
  if (page.status >= 400 || !REFRESH_META.test(Buffer.from(head).toString('latin1'))) return undefined
  const [content, base] = await extraction.find({ ...page, body: head }, REFRESH_XPATHS)
  return refreshTarget(content ?? '', page.url, base ?? '')
}

/**
 * Parses a refresh by the steps of the HTML standard ("shared declarative refresh steps").
 * @param content value of the `content` attribute, such as `0; url=/next`
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
