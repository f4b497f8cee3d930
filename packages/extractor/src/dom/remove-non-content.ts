import { html as names } from 'parse5'
import { namesOf } from './class-name-hints.ts'
import { attributeOf, isElement, rewriteTree, type PageElement, type PageNode, type PageParent } from './page-tree.ts'

const NON_CONTENT = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta', 'base', 'object', 'applet'])

/** Properties of posts that forums state in meta elements. */
const POST_PROPERTIES = /(?:^|\s)(?:author|name|datePublished|dateCreated|commentTime)(?:$|\s)/

/**
 * Ids and classes of cookie banners in the scripts of common consent managers. On many pages, the text of the banner is
 * longer than the article.
 */
const CONSENT_BOXES = [
  'axeptio_overlay',
  'BorlabsCookieBox',
  'cc-window',
  'ch2-container',
  'cky-consent-container',
  'cky-modal',
  'cmplz-cookiebanner-container',
  'cookie-law-info-bar',
  'cookiescript_injected',
  'CookiebotWidget',
  'CybotCookiebotDialog',
  'didomi-host',
  'fc-consent-root',
  'hs-eu-cookie-confirmation',
  'iubenda-cs-banner',
  'klaro',
  'moove_gdpr_cookie_modal',
  'onetrust-banner-sdk',
  'onetrust-consent-sdk',
  'onetrust-pc-sdk',
  'osano-cm-window',
  'qc-cmp2-container',
  'tarteaucitronRoot',
  'termly-code-snippet-support',
  'truste-consent-track',
  'usercentrics-root',
  'wt-cli-cookie-bar-container',
]
const CONSENT_BOX = new RegExp(`(?:^|\\s)(?:${CONSENT_BOXES.join('|')}|sp_message_container_\\d+)(?=$|\\s)`)

/**
 * Removes comments, scripts, styles, SVG, MathML and cookie banners, so that later steps have fewer elements to score
 * and make fewer mistakes.
 *
 * @param root the tree, changed in place. Read the metadata first, because this step removes it.
 * Meta elements with the author or the time of a post in microdata stay, because posts are read later.
 */
export function removeNonContent(root: PageParent): void {
  rewriteTree(root, (node) => (isNonContent(node) ? [] : node))
}

function isNonContent(node: PageNode): boolean {
  if (node.nodeName === '#comment') return true
  if (!isElement(node)) return false
  if (node.tagName === 'meta' && isPartOfPost(node)) return false
  if (NON_CONTENT.has(node.tagName) || node.namespaceURI !== names.NS.HTML) return true
  return (node.tagName === 'div' || node.tagName === 'section') && CONSENT_BOX.test(namesOf(node))
}

/** @returns whether a meta element contains the author or the time of a post in microdata */
function isPartOfPost(meta: PageElement): boolean {
  return POST_PROPERTIES.test((attributeOf(meta, 'itemprop') ?? '').slice(0, 200))
}
