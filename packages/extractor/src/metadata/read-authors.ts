import { NAME_LETTER } from '../dom/letter-class.ts'
import { authorNames } from './author-names.ts'
import { decodeRemainingEntities } from './decode-remaining-entities.ts'
import { isOfType, objectsAt, objectsOfType, property, textsOf, type JsonObject } from './json-ld.ts'
import { givenNameFirst } from './given-name-first.ts'
import { isFullName, isOrganisation, isSubject, plainName } from './person-name.ts'
import type { PageMetadata } from './page-metadata.ts'

const WRITTEN_BY =
  /^(?:written by|posted by|by|author|verfasst von|geschrieben von|écrit par|escrito por|scritto da|geschreven door|написано|автор)/i
const NAMED_LINE = new RegExp(
  String.raw`^(?:[Ww]ritten )?(?:by|By|BY):? \p{Lu}${NAME_LETTER}{1,30} \p{Lu}${NAME_LETTER}{0,30}`,
  'u',
)
const AUTHOR_META_NAMES = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'byl',
  'citation_author',
  'citation_authors',
  'article:author_name',
  'og:article:author',
  'creator',
  'dc.contributor',
]

/** Elements with one author each, whose family name may come first. */
const CATALOGUE_NAMES = new Set(['dc.creator', 'dcterms.creator', 'citation_author', 'dc.contributor'])

/**
 * Reads the authors from several sources of a page. Uses the first source with names, or a later source that contains
 * all of these names and more.
 * @param facts metadata collected from the page
 * @param written JSON-LD objects of written works, most reliable first
 * @param siteName name of the site. It is used as the author only if no other is found
 * @returns the names of the authors
 */
export function readAuthors(
  facts: PageMetadata,
  written: readonly JsonObject[],
  siteName: string | undefined,
): readonly string[] {
  const stated = [
    ...linkedAuthors(facts, written),
    ...AUTHOR_META_NAMES.map((name) => authorsIn(name, facts)),
    authorOfCard(facts),
  ]
  const marked = [...facts.bylines, ...facts.unmarkedBylines].map((byline) => [byline])
  const near = facts.headingBylines.slice(0, 1)
  const sources = [shownFirst(facts, stated), ...stated, ...marked, near].map((source) => source.map(readable))
  const namesIn = (site: string | undefined): string[][] =>
    sources.map((source, at) => authorNames(source, site).filter((name) => at <= stated.length || !isSubject(name)))
  const people = namesIn(siteName)
  const first = people.find((names) => names.length > 0)
  if (first === undefined) return namesIn(undefined).find((names) => names.length > 0) ?? []
  const named = personBeside(first, people, facts, siteName)
  if (named !== undefined) return named
  if (first.every(isUserName)) return shownName(facts, siteName) ?? first
  const longer = people.find((names) => names.length > first.length && containsAll(names, first))
  return longer ?? fullForm(first, people) ?? first
}

function authorsIn(metaName: string, { meta }: PageMetadata): readonly string[] {
  const stated = meta.get(metaName) ?? []
  return CATALOGUE_NAMES.has(metaName) ? stated.map(givenNameFirst) : stated
}

/**
 * @returns the people whom a page names beside an organisation that it states as the author; undefined if the author is
 * no organisation, or nobody is named
 */
function personBeside(
  first: readonly string[],
  people: readonly (readonly string[])[],
  { jsonLd }: PageMetadata,
  siteName: string | undefined,
): readonly string[] | undefined {
  const organisations = objectsOfType(jsonLd, /(?:Organization|Corporation|WebSite)$/).flatMap((one) => textsOf(one))
  const sites = new Set([...(siteName === undefined ? [] : [siteName]), ...organisations.slice(0, 20)].map(plainName))
  if (!first.every((name) => isOrganisation(name, sites))) return undefined
  // The site of a person has the name of that person. Only a line with "by" then names somebody else.
  const isOwnSite = first.some(isFullName)
  const others = isOwnSite ? people.slice(0, -1) : people
  const named = others.find(
    (names) => names[0] !== undefined && isFullName(names[0]) && !isOrganisation(names[0], sites),
  )
  return named?.filter((name) => isFullName(name) && !isOrganisation(name, sites))
}

/** @returns the full name that starts with a stated first name; undefined if there is none */
function fullForm(first: readonly string[], people: readonly (readonly string[])[]): readonly string[] | undefined {
  const [only, ...others] = first
  if (only === undefined || others.length > 0 || only.includes(' ')) return undefined
  return people.find((names) => names.length === 1 && names[0]!.startsWith(`${only} `) && isFullName(names[0]!))
}

/**
 * @returns the first visible line with "by" and a name; empty if a visible line contains a name from the
 * machine-readable data. Machine-readable data often names the person who published the page, so a visible byline with
 * another name takes precedence.
 */
function shownFirst(
  { bylines, unmarkedBylines }: PageMetadata,
  stated: readonly (readonly string[])[],
): readonly string[] {
  const lines = [...bylines, ...unmarkedBylines].join('\n').toLowerCase()
  const names = stated.flatMap((source) => authorNames(source.map(readable), undefined))
  return names.some((name) => lines.includes(name.toLowerCase()))
    ? []
    : unmarkedBylines
        .filter((line) => !NO_PERSON.test(line))
        .slice(0, 1)
        .filter((line) => NAMED_LINE.test(line) && authorNames([line], undefined).some(isAuthorOfLine))
}

/** Matches lines with "by" that sort pages, such as a menu. */
const NO_PERSON = /^by (?:categor(?:y|ies)|topic|type|date|industry|subject|tag|region|price)\b/i
const TEAM = /(?:^|\s)(?:team|staff|editors|redaktion)$/i

/** @returns whether the name is that of a person, perhaps with a degree or a newspaper, or of a team */
function isAuthorOfLine(name: string): boolean {
  return TEAM.test(name) || isFullName(name.split(',', 1)[0]!)
}

/**
 * @returns true if a name is a user name. The name then belongs to the account that published the page, and the page
 * may show the real author elsewhere.
 */
function isUserName(name: string): boolean {
  return !name.includes(' ') && (/^\p{Ll}/u.test(name) || /[\d._]/.test(name))
}

/** @returns the names in the first marked byline; undefined if it does not start with a full name */
function shownName({ bylines }: PageMetadata, siteName: string | undefined): readonly string[] | undefined {
  const names = bylines.slice(0, 1).flatMap((byline) => authorNames([byline], siteName))
  return /^\p{Lu}\S{0,30} \p{Lu}/u.test(names[0] ?? '') ? names : undefined
}

function linkedAuthors({ jsonLd }: PageMetadata, written: readonly JsonObject[]): string[][] {
  return written.slice(0, 5).flatMap((object) => {
    const stated = property(object, 'author') ?? property(object, 'creator')
    const authors = objectsAt(jsonLd, stated)
    // In documentation, the publisher is often stated as the author.
    if (isOfType(object, /^(?:TechArticle|APIReference)$/) && authors.some((one) => isOfType(one, /Organization$/)))
      return []
    return [authors.flatMap((one) => textsOf(one)), textsOf(stated)]
  })
}

/** @returns the text with character references decoded, cut to the maximum length of a byline */
function readable(text: string): string {
  return decodeRemainingEntities(text.slice(0, 1000))
}

/**
 * @returns true if each wanted name is the end of one of the names. A title may precede a wanted name: "Dr Ada Marsh".
 */
function containsAll(names: readonly string[], wanted: readonly string[]): boolean {
  const known = names.map((name) => name.toLowerCase())
  return wanted.every((name) => known.some((one) => one.endsWith(name.toLowerCase())))
}

/**
 * @returns the author in the `meta` elements for Twitter cards. They come in pairs: `twitter:label1` contains a label
 * such as "Written by", and `twitter:data1` its value.
 */
function authorOfCard({ meta }: PageMetadata): string[] {
  const isAuthor = meta.get('twitter:label1')?.some((label) => WRITTEN_BY.test(label.slice(0, 100))) ?? false
  return isAuthor ? (meta.get('twitter:data1')?.slice(0, 1) ?? []) : []
}
