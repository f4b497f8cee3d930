import { attributeOf, type PageElement } from './page-tree.ts'
import { memoizeByClassName } from './memoize-by-class-name.ts'

/** Maximum number of characters of a class or id that are examined. The rest is ignored. */
const MAX_NAMES = 300

/**
 * Matches parts of class names and ids that suggest controls or navigation (Readability's list `unlikelyCandidates`).
 */
const UNLIKELY_NAME =
  /-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cover-wrap|disqus|(?<![a-z])extra|footer|gdpr|header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|ad-break|agegate|pagination|pager|popup|yom-remote/i
const LIKELY_NAME = /and|article|body|column|content|main|shadow/i
const UNLIKELY_ROLES = new Set('menu menubar complementary navigation alert alertdialog dialog'.split(' '))

/**
 * Matches words in class names and ids of elements outside of the article. Unlike `UNLIKELY_NAME`, it matches only
 * whole words.
 */
const CLUTTER_NAME =
  /(?:^|[\s_-])(?:share|shares|sharing|sharebar|sharedaddy|addthis|addtoany|a2a|breadcrumbs?|newsletter|newsletters|subscribe|subscription|signup|related|recommended|recommendations|recirc|read-?more|more-?(?:from|stories|articles|posts|news)|also-?like|you-?may|taboola|outbrain|disqus|comments?-?(?:area|list|form|section|wrapper)|respond|cookies?|consent|gdpr|tag-?list|tags|post-?tags|entry-?tags|tag-?cloud|author-?(?:box|bio|info|card|about|profile)|about-?(?:the-?)?author|bio-?box|post-?nav(?:igation)?|nav-?links|navbox|pagination|pager|prev-?next|skip-?link|screen-?reader(?:-text)?|sr-only|visually-?hidden|off-?screen|noprint|advert|adverts|advertisement|ads|ad-(?:slot|unit|placeholder)|(?:article|in-?line|in-?content)-ad|adsbygoogle|sponsored|promo|paywall|popup|modal|social|social-?(?:links|share|media|icons|bar)|mw-editsection|print-?only|hatnote|toolbar)(?=$|[\s_-])/i

const POSITIVE_NAME = /article|body|content|entry|hentry|h-entry|main|page|pagination|post|text|blog|story/i
const NEGATIVE_NAME =
  /-ad-|^hid$| hid$| hid |^hid |banner|combx|comment|com-|contact|footer|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|widget/i
const NAME_WEIGHT = 25
/**
 * Matches class names that page builders give to every box, such as `elementor-widget` and `wp-block-media-text`. Such
 * a name says nothing about the content of the box.
 */
const PAGE_BUILDER_NAME = /(?:^|\s)(?:elementor|et_pb|wp-block|fl|brxe|vc|wpb|uagb|kt|sqs|avia)[-_][\w-]*/gi

/**
 * @returns the class and the id of the element as one text. Each is shortened, so that regular expressions stay fast.
 */
export function namesOf(element: PageElement): string {
  let [classes, id] = ['', '']
  for (const { name, value } of element.attrs) {
    if (name === 'class') classes = value.slice(0, MAX_NAMES)
    else if (name === 'id') id = value.slice(0, MAX_NAMES)
  }
  return (id === '' ? classes : `${classes} ${id}`).trim()
}

/**
 * @returns whether class, id or role suggest that the element is not part of the article. Such hints are often wrong.
 */
export function isUnlikely({ attrs }: PageElement): boolean {
  let hints = 0
  for (const { name, value } of attrs) {
    if (name === 'class') hints |= hintsOfClass(shortened(value))
    else if (name === 'id') hints |= hintsOfId(shortened(value))
    else if (name === 'role' && UNLIKELY_ROLES.has(value)) return true
  }
  return hints === UNLIKELY
}

/** @returns whether the role of the element is that of a menu, a box beside the article, a notice or a dialog */
export function hasUnlikelyRole(element: PageElement): boolean {
  return UNLIKELY_ROLES.has(attributeOf(element, 'role') ?? '')
}

/** Bits of the hints in a name: it suggests other content than an article, or an article. */
const [UNLIKELY, LIKELY] = [1, 2]

function hintsOf(names: string): number {
  return (UNLIKELY_NAME.test(names) ? UNLIKELY : 0) | (LIKELY_NAME.test(names) ? LIKELY : 0)
}

const hintsOfClass = memoizeByClassName(hintsOf)
const hintsOfId = memoizeByClassName(hintsOf)

/** @returns whether a class and id suggest that an element is not part of the article (see `isUnlikely`) */
export function isUnlikelyName(names: string): boolean {
  return hintsOf(names) === UNLIKELY
}

/** @returns whether class or id name the element as a tool or a notice of the site. Such names are rarely wrong. */
export function isNamedClutter({ attrs }: PageElement): boolean {
  for (const { name, value } of attrs) {
    if (name === 'class' && isClutterClass(shortened(value))) return true
    if (name === 'id' && isClutterId(shortened(value))) return true
  }
  return false
}

/** @returns whether a class and id name a tool or a notice of the site (see `isNamedClutter`) */
export function isClutterName(names: string): boolean {
  return CLUTTER_NAME.test(splitCamelCase(names))
}

// Ids have caches of their own: they differ from element to element, and would take the place of the classes.
const isClutterClass = memoizeByClassName(isClutterName)
const isClutterId = memoizeByClassName(isClutterName)

function shortened(names: string): string {
  return names.length > MAX_NAMES ? names.slice(0, MAX_NAMES) : names
}

/** @returns the names with a hyphen before each capital letter within a name. Most names have none. */
function splitCamelCase(names: string): string {
  return /[a-z][A-Z]/.test(names) ? names.replaceAll(/([a-z])([A-Z])/g, '$1-$2') : names
}

/** @returns whether the names suggest other content (`nameWeight`) only because page builders call every box a widget */
export function isNamedWidget(names: string): boolean {
  return !NEGATIVE_NAME.test(names.replaceAll(/widget/gi, ''))
}

/**
 * @returns the sum of two weights, of the class and of the id. A weight is 25 for a name that suggests an article, -25
 * for a name that suggests other content, and otherwise 0.
 */
export function nameWeight(element: PageElement): number {
  let weight = 0
  for (const { name, value } of element.attrs) {
    if (name === 'class') weight += weightOfClass(shortened(value))
    else if (name === 'id') weight += weightOfId(shortened(value))
  }
  return weight
}

function withoutBuilder(names: string): string {
  return names.replaceAll(PAGE_BUILDER_NAME, (name) => name.replaceAll(/widget|media/gi, ''))
}

function weightOf(name: string): number {
  return (isNegative(name) ? -NAME_WEIGHT : 0) + (POSITIVE_NAME.test(name) ? NAME_WEIGHT : 0)
}

const weightOfClass = memoizeByClassName(weightOf)
const weightOfId = memoizeByClassName(weightOf)

function isNegative(name: string): boolean {
  return NEGATIVE_NAME.test(name) && NEGATIVE_NAME.test(withoutBuilder(name))
}
