import { parseWebAddress } from './entry-address.ts'
import { isTrackingParameter } from './tracking-parameters.ts'

/**
 * Reduces an address to the form that all spellings of the same page share: without the wrapper of a search engine,
 * tracking parameters, a text fragment and a question mark without query. Everything else stays as it is written, also
 * the encoding of the other parameters.
 * @param address any text; texts that are no address are returned almost unchanged
 */
export function canonicalAddress(address: string): string {
  const [, base = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(unwrapAddress(address)) ?? []
  const kept = query === undefined ? '' : withoutParameters(query, isTrackingParameter)
  const rest = fragment === undefined ? '' : withoutTextDirective(fragment)
  return `${base}${kept && `?${kept}`}${rest && `#${rest}`}`
}

function withoutParameters(query: string, isRemoved: (name: string) => boolean): string {
  const pairs = query.split('&')
  const kept = pairs.filter((pair) => !isRemoved(pair.split('=', 1)[0]!))
  return kept.length === pairs.length ? query : kept.filter((pair) => pair !== '').join('&')
}

/**
 * @returns the fragment without its fragment directive, which names a passage to highlight
 *   (https://wicg.github.io/scroll-to-text-fragment/#the-fragment-directive)
 */
function withoutTextDirective(fragment: string): string {
  const at = fragment.indexOf(':~:')
  return at === -1 ? fragment : fragment.slice(0, at)
}

/** Maximum number of wrappers around each other that are removed. */
const MAX_WRAPPERS = 3

/** Matches texts that may be wrapped addresses, so that other addresses need not be parsed. */
const MAYBE_WRAPPED = /^https?:\/\/[^/?#]*(?:google\.|cdn\.ampproject\.org)/i

/**
 * @returns the address inside Google's redirect (`google.com/url?q=…`), Google's AMP viewer (`google.com/amp/s/…`) or
 *   the AMP cache (`cdn.ampproject.org`); the text itself if it is no such wrapper
 */
export function unwrapAddress(address: string): string {
  let current = address
  for (let wrapper = 0; wrapper < MAX_WRAPPERS; wrapper++) {
    const inner = MAYBE_WRAPPED.test(current) ? parseWebAddress(wrappedText(current)) : undefined
    if (inner === undefined) break
    current = inner
  }
  return current
}

/** Matches the hosts of Google's search: `google.com`, `www.google.de`, `www.google.co.uk`, `www.google.com.br`. */
const GOOGLE_HOST = /^(?:www\.)?google\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/

/**
 * Matches paths of wrapped pages: `/amp/s/host/path` at Google, `/c/s/host/path` in the AMP cache, without `s/` for http
 * (https://amp.dev/documentation/guides-and-tutorials/learn/amp-caches-and-cors/amp-cache-urls).
 */
const WRAPPED_PATH = /^\/(?:amp|c|v|wp)\/(s\/)?([^/]+\.[^/]+(?:\/[^]*)?)$/

function wrappedText(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  const { hostname, pathname, searchParams } = url
  const isGoogle = GOOGLE_HOST.test(hostname)
  if (isGoogle && pathname === '/url') return searchParams.get('q') ?? searchParams.get('url') ?? undefined
  const isAmp = isGoogle ? pathname.startsWith('/amp/') : /^(?:[\w-]+\.)?cdn\.ampproject\.org$/.test(hostname)
  const path = isAmp ? WRAPPED_PATH.exec(pathname) : null
  if (!path) return undefined
  const query = withoutParameters(url.search.slice(1), isAmpParameter)
  return `http${path[1] === undefined ? '' : 's'}://${path[2]}${query && `?${query}`}`
}

/** @returns true for parameters that the AMP viewer adds to the address of the page */
function isAmpParameter(name: string): boolean {
  return /^(?:usqp|amp_(?:js_v|gsa|kit|cb)|_js_v|_gsa)$/.test(name)
}
