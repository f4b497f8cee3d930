import { parseWebAddress } from './entry-address.ts'

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

/**
 * Query parameters that only record how the reader found the page, in lower case. Each identifies a click, a recipient
 * or a campaign, and none changes the page. Names that sites also use for other purposes, such as `ref`, are left out.
 * The names are those that the services document, and those that browsers remove: Firefox (`query-stripping` list) and
 * Brave (https://github.com/brave/brave-browser/wiki/Query-String-Filter).
 */
const TRACKING_NAMES: ReadonlySet<string> = new Set(
  [
    // Meta: Facebook and Instagram
    'fbclid igshid igsh',
    // Google Ads and Merchant Center: https://support.google.com/google-ads/answer/9744275
    'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid',
    // Microsoft Advertising, X, TikTok, LinkedIn, Snapchat, Pinterest, Reddit and Yandex
    'msclkid twclid ttclid li_fat_id sccid epik rdt_cid yclid ysclid _openstat',
    // Mailchimp, HubSpot, Marketo, Vero, Drip, Omeda, Klaviyo and Blueshift: recipients of newsletters
    'mc_cid mc_eid _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok vero_id vero_conv __s oly_anon_id ' +
      'oly_enc_id _kx bsft_clkid bsft_eid',
    // Adobe Advertising and affiliate networks
    's_kwcid ef_id irclickid zanpid wickedid',
  ]
    .join(' ')
    .split(' '),
)

/** Matches names of campaign parameters of Google Analytics and Matomo. wallabag removes the same (contract 4.4). */
const CAMPAIGN_NAME = /^(?:utm_|mtm_)/

/** @param name name of a query parameter, as it is in the address @returns true if it only tracks the reader */
function isTrackingParameter(name: string): boolean {
  const lower = name.toLowerCase()
  return CAMPAIGN_NAME.test(lower) || TRACKING_NAMES.has(lower)
}
