import { parseUrl } from '../dom/parse-url.ts'

/** Words that are usually left out when an address is made from a title. */
const SMALL_WORDS = new Set(
  'a an and are at by de for from how in is la le of on or the to what with your you s'.split(' '),
)

/** Matches separators between the title of a page and the name of its site. */
const TITLE_SEPARATOR = /\s{1,3}(?:[|｜–—\-·•»«:>/\\]|::|<<|>>)\s{1,3}|\s{0,2}[|｜]\s{0,2}/u

const MAX_PARTS = 12
const MAX_SITE_WORDS = 5
/** Minimum length in characters of a host name that is looked for in titles. Shorter ones occur within other words. */
const MIN_SITE_NAME = 5

/**
 * The heading is used if its similarity to the address exceeds that of the title by more than `MIN_HEADING_LEAD`. The
 * title is used if its similarity exceeds that of the heading by more than `MIN_TITLE_LEAD`.
 */
const MIN_HEADING_LEAD = 0.2

const MIN_TITLE_LEAD = 0.1

interface TitleSources {
  /** Titles for sharing (JSON-LD, Open Graph, `meta`), most reliable first. */
  readonly declared: readonly string[]
  readonly documentTitle: string | undefined
  /** Texts of the `h1` elements. */
  readonly headings: readonly string[]
  /** Texts of the parts of `h1` elements that consist of several, such as a label of the topic and the title. */
  readonly headingParts?: readonly string[]
  readonly siteName: string | undefined
  /** Texts and labels of links to the home page. */
  readonly homeNames?: readonly string[]
  /** Address of the page. Its host may be the name of the site, and its last segment often contains the title. */
  readonly url: string
}

/**
 * Determines the title of a page, without the name of the site.
 * @returns the first of these: the `h1` or a part of it if another title confirms it, the first declared title, the title of the
 * document, the first `h1`
 */
export function pageTitle(sources: TitleSources): string | undefined {
  const stated = [...sources.declared, ...(sources.documentTitle === undefined ? [] : [sources.documentTitle])]
  const headings = sources.headings.map((heading) =>
    stated.includes(heading) ? withoutSite(heading, sources) : heading,
  )
  const cleaned = stated.map((title) => withoutSite(title, sources)).filter((title) => title !== '')
  const title = cleaned.find((one) => !isOfSite(one, sources)) ?? cleaned[0]
  const part = confirmedHeading(sources.headingParts?.filter(isLong) ?? [], stated)
  const heading =
    confirmedHeading(headings, stated) ??
    part ??
    firstPart(headings, stated) ??
    headingWithoutRemark(headings, stated) ??
    loneHeading({ ...sources, headings }, title)
  return heading ?? (title && withoutRemark(title, sources)) ?? headings[0]
}

/** Minimum number of words in a part of a heading that is a title by itself. */
const MIN_WORDS = 3
/** Minimum number of characters of such a part in a script without spaces. */
const MIN_CHARACTERS = 12

function isLong(part: string): boolean {
  return plain(part).split(' ').length >= MIN_WORDS || part.length >= MIN_CHARACTERS
}

/** Matches titles of home pages. */
const HOME_PAGE_TITLE = /^(?:home(?: ?page)?|index|startseite|accueil|inicio)$/i

/**
 * @returns true if a title does not describe the page: it is a usual title of home pages, or only the name of the site
 * although the page is not the home page
 */
function isOfSite(title: string, { siteName, url }: TitleSources): boolean {
  const { hostname = '', pathname = '/' } = parseUrl(url) ?? {}
  return HOME_PAGE_TITLE.test(title) || (pathname.length > 1 && namesSite(title, siteName, hostname))
}

/**
 * @returns the page's only `h1` if it is better than the title, which is often shortened for search engines; otherwise
 * undefined. If one of the two is clearly more similar to the address, that one is better. If neither is, the `h1` is
 * better if it is similar to the title.
 */
function loneHeading({ headings, url }: TitleSources, title: string | undefined): string | undefined {
  const [heading] = headings
  if (heading === undefined || title === undefined || headings.some((one) => plain(one) !== plain(heading)))
    return undefined
  if (isShouted(heading) && !isShouted(title)) return undefined
  const part = lastPartOf(url)
  const lead = similarity(heading, part) - similarity(title, part)
  if (lead > MIN_HEADING_LEAD || lead < -MIN_TITLE_LEAD) return lead > 0 ? heading : undefined
  return isSimilarText(heading, title) ? heading : undefined
}

/**
 * @returns true if at least half of the words of a heading occur in a title; always false for a heading with fewer than
 * three words or more than 200 characters
 */
export function isSimilarText(heading: string, title: string): boolean {
  const words = plain(heading).split(' ')
  const stated = new Set(plain(title).split(' '))
  const shared = words.filter((word) => stated.has(word)).length
  return words.length >= 3 && shared / words.length >= 0.5 && heading.length <= 200
}

/** @returns true for two or more words in capital letters. They are a design element, not a title. */
function isShouted(text: string): boolean {
  return text.includes(' ') && text === text.toUpperCase() && text !== text.toLowerCase()
}

/** @returns the first heading that equals a title, or the start of a title before the name of the site */
function confirmedHeading(headings: readonly string[], titles: readonly string[]): string | undefined {
  return headings.find((heading) => {
    const wanted = plain(heading)
    return wanted.length >= 4 && titles.some((title) => plain(title) === wanted || isWholePart(title, wanted))
  })
}

/**
 * @returns true if a title starts with the heading. The end of a title does not count: it is more likely the name of
 * the site.
 */
function isWholePart(title: string, wanted: string): boolean {
  const parts = partsOf(title)
  if (parts.length < 2 || title.length >= wanted.length * 3) return false
  const whole = plain(title)
  return plain(parts[0]!) === wanted || whole.startsWith(`${wanted} `)
}

/** @returns the page's only `h1` if it is the first part of a title, however long the name of the site is that follows it */
function firstPart(headings: readonly string[], titles: readonly string[]): string | undefined {
  const [heading] = headings
  const wanted = plain(heading ?? '')
  if (wanted === '' || headings.some((one) => plain(one) !== wanted)) return undefined
  return titles.some((title) => plain(partsOf(title)[0] ?? '') === wanted) ? heading : undefined
}

/** Matches a title that ends with a remark in brackets, such as the version of a manual. */
const REMARK = /^(.{1,300}?)\s\(([^()]{1,100})\)$/

/** @returns the page's only `h1` if it contains the whole title except for a remark in brackets at the end of the title */
function headingWithoutRemark(headings: readonly string[], titles: readonly string[]): string | undefined {
  const [heading] = headings
  const text = ` ${plain(heading ?? '')} `
  if (heading === undefined || headings.some((one) => plain(one) !== text.trim())) return undefined
  const isWhole = titles.some((title) => {
    const [, start, remark] = REMARK.exec(title)?.map((part) => ` ${plain(part)} `) ?? []
    return start !== undefined && start.trim() !== '' && text.includes(start) && !text.includes(remark!)
  })
  return isWhole ? heading : undefined
}

function withoutSite(title: string, { siteName, homeNames = [], url }: TitleSources): string {
  const parts = partsOf(title)
  if (parts.length < 2) return title
  const host = parseUrl(url)?.hostname ?? ''
  const names = new Set(homeNames.map(withoutSpace))
  const isSite = (part: string | undefined): boolean =>
    part !== undefined && (namesSite(part, siteName, host) || names.has(withoutSpace(part)))
  const last = parts.at(-1)!
  if (isSite(last) || containsSite(last, url)) {
    const rest = title.slice(0, title.lastIndexOf(last)).replace(/[\s|｜–—\-·•»«:>/\\<]+$/u, '')
    return HOME_PAGE_TITLE.test(rest) ? last : rest
  }
  if (isSite(parts[0]))
    return title.slice(title.indexOf(parts[0]!) + parts[0]!.length).replace(/^[\s|｜–—\-·•»«:>/\\<]+/u, '')
  return title
}

/**
 * @returns the title without the text after a vertical bar, which is nearly always the name of the site or a section;
 * the whole title if the rest would be a single word
 */
function withoutLastPart(title: string): string {
  const bar = title.search(/\s{0,2}[|｜]/u)
  const first = title.slice(0, bar).trim()
  return bar > 0 && first.includes(' ') ? first : title
}

/**
 * @returns the first part of a title if the address was made from that part alone, also from a single word before the name of
 * a book that is the only heading, or if the last part is also a
 * heading; otherwise the whole title. The other parts of such a title are a remark or the name of a book.
 */
function withoutRemark(title: string, { headings, url }: TitleSources): string {
  const [first = '', ...others] = partsOf(title)
  const isNameOfBook = (heading: string): boolean => plain(heading) === plain(others.at(-1) ?? '')
  if (headings.length > 0 && headings.every(isNameOfBook) && first !== '' && plain(first) === plain(lastPartOf(url)))
    return first
  const whole = withoutLastPart(title)
  const parts = partsOf(whole)
  if (parts.length < 2 || !parts[0]!.includes(' ')) return whole
  const segment = lastPartOf(url)
  const isMadeFromFirst = similarity(parts[0]!, segment) - similarity(whole, segment) > MIN_TITLE_LEAD
  const rest = plain(parts.at(-1)!)
  return isMadeFromFirst || headings.some((heading) => plain(heading) === rest) ? parts[0]! : whole
}

function namesSite(part: string, siteName: string | undefined, host: string): boolean {
  const name = withoutSpace(part)
  if (name === '') return false
  if (siteName !== undefined && withoutSpace(siteName) === name) return true
  const labels = host.replace(/^www\./, '').split('.')
  const longest = labels.slice(0, -1).map(withoutSpace)
  return longest.includes(name) || withoutSpace(labels.join('')) === name
}

/**
 * @returns true if the last part of a title contains the host name. The whole part is then the name of the site:
 * "Tidepost Community Forum".
 */
function containsSite(part: string, url: string): boolean {
  const labels = (parseUrl(url)?.hostname ?? '').split('.').slice(0, -1).map(withoutSpace)
  const name = withoutSpace(part)
  return (
    plain(part).split(' ').length <= MAX_SITE_WORDS &&
    labels.some((label) => label.length >= MIN_SITE_NAME && name.includes(label))
  )
}

function partsOf(title: string): string[] {
  return title
    .slice(0, 1000)
    .split(TITLE_SEPARATOR)
    .slice(0, MAX_PARTS)
    .filter((part) => part !== '')
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function withoutSpace(text: string): string {
  return plain(text).replaceAll(' ', '')
}

/**
 * @returns the last segment of an address that contains letters, without its file extension, cut to 300 characters.
 * Many sites make it from the title.
 */
export function lastPartOf(url: string): string {
  const parts = (parseUrl(url)?.pathname ?? '').slice(0, 2000).split('/')
  const last = parts.findLast((part) => /[a-z]/i.test(part)) ?? ''
  return last.replace(/\.\w{2,5}$/, '').slice(0, 300)
}

/**
 * @param title title of a page
 * @param part result of `lastPartOf` for the address of the page
 * @returns the similarity of their words (Sørensen–Dice): 0 without common words, 1 for the same words
 */
export function similarity(title: string, part: string): number {
  const wanted = wordsOf(part)
  const words = wordsOf(title.slice(0, 1000))
  if (wanted.size === 0) return 0
  return (2 * [...words].filter((word) => wanted.has(word)).length) / (words.size + wanted.size)
}

function wordsOf(text: string): Set<string> {
  const bare = text.normalize('NFKC').toLowerCase().replaceAll(/['’‘]/g, '')
  return new Set((bare.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SMALL_WORDS.has(word)))
}
