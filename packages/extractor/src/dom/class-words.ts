import { attributeOf, type PageElement } from './page-tree.ts'
import { rememberByName } from './remember-by-name.ts'

const MAX_NAMES = 300

/** Words for controls and navigation, in any part of a name (Readability's list `unlikelyCandidates`). */
const UNLIKELY =
  /-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cover-wrap|disqus|extra|footer|gdpr|header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|ad-break|agegate|pagination|pager|popup|yom-remote/i
const LIKELY = /and|article|body|column|content|main|shadow/i
const UNLIKELY_ROLES = new Set('menu menubar complementary navigation alert alertdialog dialog'.split(' '))

/** Words that only name elements outside the text, as whole parts of a name. */
const CLUTTER =
  /(?:^|[\s_-])(?:share|shares|sharing|sharebar|sharedaddy|addthis|addtoany|a2a|breadcrumbs?|newsletter|newsletters|subscribe|subscription|signup|related|recommended|recommendations|recirc|read-?more|more-?(?:from|stories|articles|posts|news)|also-?like|you-?may|taboola|outbrain|disqus|comments?-?(?:area|list|form|section|wrapper)|respond|cookies?|consent|gdpr|tag-?list|tags|post-?tags|entry-?tags|tag-?cloud|author-?(?:box|bio|info|card|about|profile)|about-?(?:the-?)?author|bio-?box|post-?nav(?:igation)?|nav-?links|navbox|pagination|pager|prev-?next|skip-?link|screen-?reader(?:-text)?|sr-only|visually-?hidden|off-?screen|noprint|advert|adverts|advertisement|ads|adsbygoogle|sponsored|promo|paywall|popup|modal|social|social-?(?:links|share|media|icons|bar)|mw-editsection|print-?only|hatnote|toolbar)(?=$|[\s_-])/i

const POSITIVE = /article|body|content|entry|hentry|h-entry|main|page|pagination|post|text|blog|story/i
const NEGATIVE =
  /-ad-|hidden|^hid$| hid$| hid |^hid |banner|combx|comment|com-|contact|footer|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|widget/i
const WEIGHT = 25
/** Page builders give every box of a text the same names: `elementor-widget`, `wp-block-media-text`. */
const BUILDER = /(?:^|\s)(?:elementor|et_pb|wp-block|fl|brxe|vc|wpb|uagb|kt|sqs|avia)[-_][\w-]*/gi

/** @returns class and id of the element in one text, cut before any regular expression is applied */
export function namesOf(element: PageElement): string {
  const classes = attributeOf(element, 'class')?.slice(0, MAX_NAMES) ?? ''
  const id = attributeOf(element, 'id')?.slice(0, MAX_NAMES)
  return (id === undefined ? classes : `${classes} ${id}`).trim()
}

/** @returns whether the names suggest that the element contains no article; may be wrong */
export function isUnlikely(element: PageElement): boolean {
  if (UNLIKELY_ROLES.has(attributeOf(element, 'role') ?? '')) return true
  return isUnlikelyName(namesOf(element))
}

const isUnlikelyName = rememberByName((names) => names !== '' && UNLIKELY.test(names) && !LIKELY.test(names))

/** Words that also name the start of an article. */
const AMBIGUOUS = /header|banner|extra|legends|supplemental/gi

/** @returns whether only words that may also name a part of an article make the names unlikely */
export function isAmbiguous(element: PageElement): boolean {
  if (UNLIKELY_ROLES.has(attributeOf(element, 'role') ?? '')) return false
  return !UNLIKELY.test(namesOf(element).replaceAll(AMBIGUOUS, ''))
}

/** @returns whether the names mark a tool or a notice of the site; rarely wrong */
export function isNamedClutter(element: PageElement): boolean {
  return isClutterName(namesOf(element))
}

const isClutterName = rememberByName(
  (names) => names !== '' && CLUTTER.test(names.replaceAll(/([a-z])([A-Z])/g, '$1-$2')),
)

/** @returns the sum of the weights of class and id: 25 for an article, -25 for other content */
export function nameWeight(element: PageElement): number {
  return weightOf(attributeOf(element, 'class')) + weightOf(attributeOf(element, 'id'))
}

function withoutBuilder(names: string): string {
  return names.replaceAll(BUILDER, (name) => name.replaceAll(/widget|media/gi, ''))
}

function weightOf(name: string | undefined): number {
  return name === undefined || name === '' ? 0 : weightOfName(name.slice(0, MAX_NAMES))
}

const weightOfName = rememberByName(
  (name) => (NEGATIVE.test(withoutBuilder(name)) ? -WEIGHT : 0) + (POSITIVE.test(name) ? WEIGHT : 0),
)
