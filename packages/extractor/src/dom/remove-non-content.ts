import { html as names } from 'parse5'
import { ElementList } from './element-list.ts'
import {
  attributeOf,
  elementsOf,
  isElement,
  rewriteTree,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from './page-tree.ts'

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

/** Maximum number of characters of a class or id that are examined. */
const MAX_NAMES = 300

/**
 * A dialog is a cookie banner if the start of its text matches both. In the corpus, all 103 dialogs that mention cookies
 * are banners or their settings, also of consent managers that are not in the list.
 */
const COOKIE = /\bcookies?\b/i
const CONSENT =
  /consent|privacy|partner|preference|setting|accept|einwillig|zustimm|datenschutz|akzept|confidentialit|préféren|paramètre|privacid|aceptar|toestemm|consenso|informativa|zgod|samtyck/i
const DIALOG_ROLES = new Set(['dialog', 'alertdialog'])
/** Number of characters of a dialog that are read. */
const MAX_DIALOG_START = 3000

/**
 * Removes comments, scripts, styles, SVG, MathML and cookie banners, so that later steps have fewer elements to score
 * and make fewer mistakes.
 *
 * @param root the tree, changed in place. Read the metadata first, because this step removes it.
 * Meta elements with the author or the time of a post in microdata stay, because posts are read later.
 * @param elements the elements of the tree
 */
export function removeNonContent(root: PageParent, elements: ElementList = new ElementList(root)): void {
  const boxes = new Set([...knownConsentBoxes(elements), ...dialogs(elements).filter(isAboutCookies)])
  rewriteTree(root, (node) => (isNonContent(node) || boxes.has(node) ? [] : node))
}

function isNonContent(node: PageNode): boolean {
  if (node.nodeName === '#comment') return true
  if (!isElement(node) || (node.tagName === 'meta' && isPartOfPost(node))) return false
  return NON_CONTENT.has(node.tagName) || node.namespaceURI !== names.NS.HTML
}

function knownConsentBoxes(elements: ElementList): PageNode[] {
  const byId = elements
    .withAttribute('id')
    .filter((element) => CONSENT_BOX.test(attributeOf(element, 'id')?.slice(0, MAX_NAMES) ?? ''))
  const boxes = [...elements.withClass(CONSENT_BOX), ...byId]
  return boxes.filter(({ tagName }) => tagName === 'div' || tagName === 'section')
}

function dialogs(elements: ElementList): PageElement[] {
  const byRole = elements
    .withAttribute('role')
    .filter((element) => DIALOG_ROLES.has(attributeOf(element, 'role') ?? ''))
  return [...elements.named('dialog'), ...byRole]
}

/** @returns whether a dialog is about cookies; false if it contains a whole article */
function isAboutCookies(node: PageElement): boolean {
  const text = textOf(node, MAX_DIALOG_START)
  if (!COOKIE.test(text) || !CONSENT.test(text)) return false
  return !elementsOf(node).some(({ tagName }) => tagName === 'article' || tagName === 'main' || tagName === 'h1')
}

/** @returns whether a meta element contains the author or the time of a post in microdata */
function isPartOfPost(meta: PageElement): boolean {
  return POST_PROPERTIES.test((attributeOf(meta, 'itemprop') ?? '').slice(0, 200))
}
