import { authorNames } from './author-names.ts'
import { cleanText } from './clean-text.ts'
import type { Article } from './extraction.ts'
import { findOfType, objectsAt, property, textsOf, type JsonObject } from './json-ld.ts'
import { languageTag, textDirection } from './language-tag.ts'
import type { PageFacts } from './page-facts.ts'
import { pageTitle } from './page-title.ts'
import { parsePublishedDate } from './published-date.ts'
import { webAddress } from './web-address.ts'

export type Metadata = Omit<Article, 'content' | 'readingTime' | 'mimetype'>

/** Types of schema.org that stand for something written. */
const WRITTEN = /(?:Article|Posting|Report|Review|Recipe|NewsArticle|APIReference|Book|Question)$/
const PAGE = /(?:WebPage|ItemPage|AboutPage|FAQPage|VideoObject|Product|Event)$/

const WRITTEN_BY =
  /^(?:written by|posted by|by|author|verfasst von|geschrieben von|écrit par|escrito por|scritto da|geschreven door|написано|автор)/i
const PERSON = /^\p{Lu}[\p{L}'’.-]{0,20}(?:\s\p{Lu}[\p{L}'’.-]{0,20}){1,3}$/u
const COMPANY =
  /\b(?:store|shop|team|staff|services?|news|security|software|group|agency|media|blog|magazine|solutions|strategies|university|institute|company|inc|llc|ltd|gmbh|times|post|light|wild|online|studio|health|digital|tech|official|canada|usa|life|home|guide|academy|school|labs?|network|report|review|today|world|club|daily)\b/i

const TITLES = [
  'og:title',
  'twitter:title',
  'parsely-title',
  'sailthru.title',
  'dc.title',
  'dcterms.title',
  'title',
  'headline',
]
const SUMMARIES = ['og:description', 'description', 'twitter:description', 'dc.description', 'sailthru.description']
const PICTURES = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'image',
  'thumbnail',
]
const AUTHORS = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'byl',
  'citation_author',
  'article:author_name',
  'og:article:author',
  'creator',
]
const DATES = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'article:published',
  'og:published_time',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date.created',
  'dcterms.created',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publishdate',
  'publish-date',
  'publish_date',
  'article.published',
  'cxenseparse:recs:publishtime',
  'citation_publication_date',
  'citation_date',
  'dc.date',
  'dcterms.date',
  'datecreated',
  'date',
]

/**
 * Judges what a page says about itself. JSON-LD is believed before meta elements, meta elements before visible text.
 *
 * @param facts gathered from the page
 * @param url the page's own address
 * @param base what relative addresses are resolved against
 * @returns every field validated (section 2.2 F16 of the security notes); what is absurd is left out
 */
export function readMetadata(facts: PageFacts, url: string, base: string): Metadata {
  const written = findOfType(facts.jsonLd, WRITTEN) ?? findOfType(facts.jsonLd, PAGE)
  const siteName = readSiteName(facts, written)
  const language = readLanguage(facts, written)
  return {
    title: readTitle(facts, written, siteName, url),
    language,
    previewPicture: readPicture(facts, written, base),
    authors: readAuthors(facts, written, siteName),
    publishedAt: readDate(facts, written, url),
    summary: firstText([...metaValues(facts, SUMMARIES), ...textsOf(property(written, 'description'))], 1000),
    direction: textDirection(facts.direction, language),
    siteName,
  }
}

/** @returns whether the page calls itself an article: its type for sharing, a date of publication, or its JSON-LD */
export function declaresArticle({ meta, jsonLd }: PageFacts): boolean {
  const isSharedAsArticle = meta.get('og:type')?.some((type) => /article|blog/i.test(type.slice(0, 100))) ?? false
  if (isSharedAsArticle || meta.has('article:published_time')) return true
  return findOfType(jsonLd, /(?:Article|BlogPosting|Report)$/) !== undefined
}

function metaValues({ meta }: PageFacts, names: readonly string[]): string[] {
  return names.flatMap((name) => meta.get(name) ?? [])
}

function firstText(texts: readonly string[], limit: number): string | undefined {
  return texts.map((text) => cleanText(text, limit)).find((text) => text !== undefined)
}

function readSiteName(facts: PageFacts, written: JsonObject | undefined): string | undefined {
  const publishers = objectsAt(facts.jsonLd, property(written, 'publisher')).flatMap((one) => textsOf(one))
  const site = findOfType(facts.jsonLd, /^WebSite$/)
  const named = [...metaValues(facts, ['og:site_name']), ...publishers, ...textsOf(site)]
  return firstText([...named, ...metaValues(facts, ['application-name'])], 200)
}

function readTitle(facts: PageFacts, written: JsonObject | undefined, siteName: string | undefined, url: string) {
  const stated = [...textsOf(property(written, 'headline')), ...metaValues(facts, TITLES)]
  const declared = stated.flatMap((title) => cleanText(decodeLeftovers(title), 1000) ?? [])
  const host = URL.parse(url)?.hostname ?? ''
  const { documentTitle, headings } = facts
  return pageTitle({ declared, documentTitle, headings, siteName, host })?.slice(0, 1000)
}

/** JSON-LD and meta elements often hold text that was escaped twice. */
function decodeLeftovers(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
  return text.slice(0, 65_536).replaceAll(/&(?:#(\d{1,6})|(amp|lt|gt|quot|apos|nbsp));/g, (all, code, name) => {
    if (typeof name === 'string') return named[name] ?? all
    return String.fromCodePoint(Math.min(Number(code), 0x10ffff))
  })
}

function readLanguage(facts: PageFacts, written: JsonObject | undefined): string | undefined {
  const declared = metaValues(facts, ['content-language', 'og:locale', 'language', 'dc.language'])
  return languageTag([
    facts.language,
    ...declared,
    ...textsOf(property(written, 'inLanguage'), ['alternateName', 'name']),
  ])
}

function readPicture(facts: PageFacts, written: JsonObject | undefined, base: string): string | undefined {
  const stated = [...metaValues(facts, PICTURES), ...textsOf(property(written, 'image'), ['url', 'contentUrl', '@id'])]
  if (facts.imageLink !== undefined) stated.push(facts.imageLink)
  return stated.map((address) => webAddress(address, base)).find((address) => address !== undefined)
}

function readAuthors(facts: PageFacts, written: JsonObject | undefined, siteName: string | undefined): string[] {
  const stated = property(written, 'author') ?? property(written, 'creator')
  const linked = objectsAt(facts.jsonLd, stated).flatMap((one) => textsOf(one))
  const sources = [linked, textsOf(stated), ...AUTHORS.map((name) => metaValues(facts, [name])), labelledAuthor(facts)]
  const marked = [...facts.bylines, ...facts.unmarkedBylines].map((byline) => [byline])
  for (const source of [...sources, ...marked]) {
    const names = authorNames(source.map(decodeLeftovers), siteName)
    if (names.length > 0) return names
  }
  return sources.map(personalSite).find((names) => names.length > 0) ?? []
}

/** A site that bears its owner's name: only a name that is made like a person's is taken. */
function personalSite(source: readonly string[]): string[] {
  return authorNames(source.map(decodeLeftovers), undefined).filter((name) => PERSON.test(name) && !COMPANY.test(name))
}

/** Cards for sharing name the author under a label of their own. */
function labelledAuthor({ meta }: PageFacts): string[] {
  const isAuthor = meta.get('twitter:label1')?.some((label) => WRITTEN_BY.test(label.slice(0, 100))) ?? false
  return isAuthor ? (meta.get('twitter:data1')?.slice(0, 1) ?? []) : []
}

function readDate(facts: PageFacts, written: JsonObject | undefined, url: string): string | undefined {
  const linked = ['datePublished', 'dateCreated', 'uploadDate'].flatMap((name) => textsOf(property(written, name)))
  const stated = [...linked, ...metaValues(facts, DATES), ...facts.dates]
  const surest = stated.map(parsePublishedDate).find((date) => date !== undefined) ?? dateInAddress(url)
  return surest ?? facts.unmarkedDates.map(parsePublishedDate).find((date) => date !== undefined)
}

function dateInAddress(url: string): string | undefined {
  const found = /\/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?:\/|-|$)/.exec(url.slice(0, 2000))
  return found === null ? undefined : parsePublishedDate(`${found[1]}-${found[2]}-${found[3]}`)
}
