import { authorNames } from './author-names.ts'
import { cleanText } from '../dom/clean-text.ts'
import { decodeRemainingEntities } from './decode-remaining-entities.ts'
import type { Article } from '../extraction.ts'
import { findOfType, objectsAt, objectsOfType, property, textsOf, type JsonObject } from './json-ld.ts'
import { languageTag, textDirection } from './language-tag.ts'
import type { PageMetadata } from './page-metadata.ts'
import { lastPartOf, pageTitle } from './page-title.ts'
import { readAuthors } from './read-authors.ts'
import { readDate } from './read-date.ts'
import { siteIcon } from './site-icon.ts'
import { webAddress } from '../dom/web-address.ts'

export type Metadata = Omit<Article, 'content' | 'readingTime' | 'mimetype'>

/** Types of schema.org for written works that are not subtypes of Article. */
const WRITTEN_WORK_TYPE = /(?:APIReference|Book|Question)$/
const ARTICLE_TYPE = /(?:Article|Posting|Report|Recipe)$/
const PAGE_TYPE = /(?:WebPage|ItemPage|AboutPage|FAQPage|VideoObject|Product|Event)$/

const TITLE_META_NAMES = [
  'og:title',
  'twitter:title',
  'parsely-title',
  'sailthru.title',
  'dc.title',
  'dcterms.title',
  'title',
  'headline',
]
const SUMMARY_META_NAMES = [
  'og:description',
  'description',
  'twitter:description',
  'dc.description',
  'sailthru.description',
]
const PICTURE_META_NAMES = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'image',
  'thumbnail',
]
/**
 * Evaluates the metadata of a page. JSON-LD takes precedence over `meta` elements, and both over visible text.
 *
 * @param facts metadata collected from the page
 * @param url the page's own address
 * @param base base for relative addresses
 * @returns validated metadata (section 2.2 F16 of the security specification), without implausible values
 */
export function readMetadata(facts: PageMetadata, url: string, base: string): Metadata {
  const articles = objectsOfType(facts.jsonLd, ARTICLE_TYPE)
  const written = articles[0] ?? findOfType(facts.jsonLd, WRITTEN_WORK_TYPE) ?? findOfType(facts.jsonLd, PAGE_TYPE)
  const all = [...(written === undefined ? [] : [written]), ...articles]
  const siteName = readSiteName(facts, written)
  const language = readLanguage(facts, written)
  return {
    title: readTitle(facts, written, siteName, url),
    language,
    previewPicture: readPicture(facts, written, base),
    siteIcon: siteIcon(facts.links, base),
    authors:
      declaresProduct(facts) || isOverview(facts, url)
        ? []
        : readAuthors(withoutTeaserNames(facts, url), all, siteName),
    publishedAt: readDate(facts, all, { url, language, isDiscussion: isDiscussion(facts, url) }),
    summary: firstText([...metaValues(facts, SUMMARY_META_NAMES), ...textsOf(property(written, 'description'))], 1000),
    direction: textDirection(facts.direction, language),
    siteName,
  }
}

/** @returns true if the page declares itself an article by its type for sharing, a publication date or its JSON-LD */
export function declaresArticle({ meta, jsonLd }: PageMetadata): boolean {
  const isSharedAsArticle = meta.get('og:type')?.some((type) => /article|blog/i.test(type.slice(0, 100))) ?? false
  if (isSharedAsArticle || meta.has('article:published_time')) return true
  return findOfType(jsonLd, /(?:Article|BlogPosting|Report)$/) !== undefined
}

const DISCUSSION_TYPE = /^(?:DiscussionForumPosting|QAPage)$/
/** Matches the address of a site for discussions, such as `forum.example.com`. */
const DISCUSSION_SITE = /^https?:\/\/(?:[^/]{0,200}[.-])?(?:forums?|foren|foros?|community|discuss|boards?)\d?[.:]/i
/**
 * Matches whole parts of the path of a discussion. The same words occur between hyphens in the addresses of articles,
 * such as “best-board-games”.
 */
const DISCUSSION_PATH =
  /[/._;](?:(?:forums?|foren|foros?|threads?|viewtopic|showthread|forumdisplay|discuss(?:ions?)?|community|questions?|comments|boards?)(?=[/._;,\d]|-\d|$)|topics?[/=]\d|topic$|showtopic|t\/(?:[\w-]+\/)?\d{3})/i
const DISCUSSION_QUERY = /[?&;](?:topic|showtopic|thread|threadid)(?:[=/]|$)/i

/** @returns true if the page is a discussion according to its data or its address */
export function isDiscussion(facts: PageMetadata, url: string): boolean {
  return declaresDiscussion(facts) || hasDiscussionAddress(url.slice(0, 500))
}

/** @returns true if the page is a discussion according to its data */
export function declaresDiscussion({ jsonLd, itemTypes, starters }: PageMetadata): boolean {
  if (starters.length > 0 || findOfType(jsonLd, DISCUSSION_TYPE) !== undefined) return true
  return [...itemTypes].some((type) => DISCUSSION_TYPE.test(type))
}

function hasDiscussionAddress(address: string): boolean {
  const [site = '', path = '', query = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(address)?.slice(1) ?? []
  return DISCUSSION_SITE.test(`${site}:`) || DISCUSSION_PATH.test(path) || DISCUSSION_QUERY.test(query)
}

/**
 * A page with at least this number of different authors is an overview, because so many people rarely write one
 * article. A discussion is never an overview.
 */
const MIN_OVERVIEW_AUTHORS = 3
/**
 * If the last segment of an address has at least this number of words, it was made from a title, so the page is an
 * article.
 */
const WORDS_OF_TITLE = 3

function hasTitleInAddress(url: string): boolean {
  return lastPartOf(url).split(/[-_]/).length >= WORDS_OF_TITLE
}

/** @returns true if the page is an overview with teasers. Bylines on it name the authors of other pages. */
function isOverview(facts: PageMetadata, url: string): boolean {
  if (declaresArticle(facts) || isDiscussion(facts, url)) return false
  if (hasTitleInAddress(url)) return false
  const lines = [...facts.bylines, ...facts.unmarkedBylines]
  // The names of several authors in one line are often marked one by one.
  const whole = lines.filter((line) => !lines.some((other) => other.length > line.length && other.includes(line)))
  const names = whole.flatMap((byline) => authorNames([byline], undefined)[0] ?? [])
  return new Set(names).size >= MIN_OVERVIEW_AUTHORS
}

/**
 * @returns the facts, without the names of teasers: on a home page, all that are shown, and on other pages that may be
 * overviews, those beside dates
 */
function withoutTeaserNames(facts: PageMetadata, url: string): PageMetadata {
  if (declaresArticle(facts) || hasTitleInAddress(url)) return facts
  const isHome = /^https?:\/\/[^/?#]+\/?$/.test(url)
  return { ...facts, headingBylines: [], ...(isHome && { bylines: facts.starters, unmarkedBylines: [] }) }
}

/** @returns true for product pages. People named on such a page are usually authors of reviews. */
export function declaresProduct(facts: PageMetadata): boolean {
  if (declaresArticle(facts)) return false
  const isSharedAsProduct = facts.meta.get('og:type')?.some((type) => /product/i.test(type.slice(0, 100))) ?? false
  return isSharedAsProduct || findOfType(facts.jsonLd, /^(?:Product|ProductGroup)$/) !== undefined
}

function metaValues({ meta }: PageMetadata, names: readonly string[]): string[] {
  return names.flatMap((name) => meta.get(name) ?? [])
}

function firstText(texts: readonly string[], limit: number): string | undefined {
  return texts.map((text) => cleanText(text, limit)).find((text) => text !== undefined)
}

function readSiteName(facts: PageMetadata, written: JsonObject | undefined): string | undefined {
  const publishers = objectsAt(facts.jsonLd, property(written, 'publisher')).flatMap((one) => textsOf(one))
  const site = findOfType(facts.jsonLd, /^WebSite$/)
  const named = [...metaValues(facts, ['og:site_name']), ...publishers, ...textsOf(site)]
  return firstText([...named, ...metaValues(facts, ['application-name'])], 200)
}

function readTitle(facts: PageMetadata, written: JsonObject | undefined, named: string | undefined, url: string) {
  // On the home page, the name of the site is the title.
  const site = /^https?:\/\/[^/?#]+\/?$/.test(url) ? undefined : facts.siteHeading
  const siteName = named ?? site
  const stated = [...textsOf(property(written, 'headline')), ...metaValues(facts, TITLE_META_NAMES)]
  const declared = stated.flatMap((title) => cleanText(decodeRemainingEntities(title), 1000) ?? [])
  const documentTitle = withoutStart(facts.documentTitle && withoutDoubleEscape(facts.documentTitle), site)
  const headings = facts.headings.filter((heading) => heading !== site).map(withoutDoubleEscape)
  const headingParts = facts.headingParts.map(withoutDoubleEscape)
  return pageTitle({
    declared,
    documentTitle,
    headings,
    headingParts,
    siteName,
    homeNames: facts.homeNames,
    url,
  })?.slice(0, 1000)
}

/** @returns a title without the name of the site and a colon at its start: "Tide notes: On ropes" */
function withoutStart(title: string | undefined, site: string | undefined): string | undefined {
  if (title === undefined || site === undefined || !title.startsWith(`${site}: `)) return title
  return title.slice(site.length + 2).trim()
}

/**
 * @returns the text with references such as `&#39;` and `&amp;` decoded, which are often escaped twice by mistake.
 * Other references stay, because the text may be about them.
 */
function withoutDoubleEscape(text: string): string {
  return /&(?:#\w{2,6}|amp);/.test(text) ? decodeRemainingEntities(text) : text
}

function readLanguage(facts: PageMetadata, written: JsonObject | undefined): string | undefined {
  const declared = metaValues(facts, ['content-language', 'og:locale', 'language', 'dc.language'])
  return languageTag([
    facts.language,
    ...declared,
    ...textsOf(property(written, 'inLanguage'), ['alternateName', 'name']),
  ])
}

function readPicture(facts: PageMetadata, written: JsonObject | undefined, base: string): string | undefined {
  const stated = [
    ...metaValues(facts, PICTURE_META_NAMES),
    ...textsOf(property(written, 'image'), ['url', 'contentUrl', '@id']),
  ]
  if (facts.imageLink !== undefined) stated.push(facts.imageLink)
  return stated.map((address) => webAddress(address, base)).find((address) => address !== undefined)
}
