import { property, textsOf, type JsonObject } from './json-ld.ts'
import type { PageMetadata } from './page-metadata.ts'
import { parsePublishedDate } from './parse-date.ts'

const DAY_MS = 86_400_000
const DATE_PROPERTIES = ['datePublished', 'dateCreated', 'uploadDate']
const DATE_META_NAMES = [
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
  'published',
  'published_date',
  'date_published',
  'publication_date',
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

/** Matches the names of `meta` elements that contain a date but are not in the list above. */
const DATE_NAME =
  /(?:publish|publication|issue|creat|post|release)[a-z]*[-_.:]?(?:date|time|on|at)$|^(?:ms\.|\w{1,10}:)?date(?:[-_.]?(?:published|issued|created))?$/

/** Matches the line of a discussion that states the author and the time of the first post. */
const FIRST_POST_LINE = /^(?:started|opened|asked) (?:by|on)\b/i

interface DatedPage {
  readonly url: string
  readonly language: string | undefined
  /** True for discussions. Their pages often show the date of the last post. */
  readonly isDiscussion: boolean
}

/**
 * Determines the publication date of a page.
 * @param facts metadata collected from the page
 * @param written JSON-LD objects of written works, most reliable first
 * @param page address of the page, which may contain a date, and its language
 * @returns the first of these, in ISO 8601 and UTC: the date shown below the heading, the machine-readable date, any
 * text that looks like a date
 */
export function readDate(
  facts: PageMetadata,
  written: readonly JsonObject[],
  { url, language, isDiscussion }: DatedPage,
): string | undefined {
  const { shownDates, unmarkedDates } = facts
  const firstDate = (texts: readonly string[]) => firstOf(texts, language)
  const stated = statedDate(firstDate(machineTexts(facts, written)), dateInAddress(url))
  if (isDiscussion && stated !== undefined)
    return firstDate(unmarkedDates.filter((text) => FIRST_POST_LINE.test(text))) ?? stated
  const shown = shownDates.find(({ isChange, text }) => !isChange && firstDate([text]) !== undefined)?.text
  if (shown !== undefined && isShownDateBetter(shown, firstDate([shown])!, stated)) return firstDate([shown])
  const changed = shownDates.filter(({ isChange }) => isChange).map(({ text }) => text)
  return stated ?? firstDate([...changed, ...unmarkedDates, ...modificationTexts(facts, written)])
}

const MODIFICATION_META_NAMES = ['article:modified_time', 'og:updated_time', 'datemodified', 'last-modified']

/** @returns the texts that may be the machine-readable date of the last change */
function modificationTexts({ meta }: PageMetadata, written: readonly JsonObject[]): string[] {
  const linked = written.slice(0, 5).flatMap((object) => textsOf(property(object, 'dateModified')))
  return [...linked, ...MODIFICATION_META_NAMES.flatMap((name) => meta.get(name) ?? [])]
}

/** @returns the texts that may be the machine-readable date of publication, most reliable first */
function machineTexts({ dates, meta }: PageMetadata, written: readonly JsonObject[]): string[] {
  const linked = written
    .slice(0, 5)
    .flatMap((object) => DATE_PROPERTIES.flatMap((name) => textsOf(property(object, name))))
  const others = [...meta.keys()].filter((name) => DATE_NAME.test(name))
  return [...linked, ...[...DATE_META_NAMES, ...others].flatMap((name) => meta.get(name) ?? []), ...dates]
}

/**
 * @returns the machine-readable date, or the date in the address if there is none. If the two dates differ only in that
 * day and month are swapped, the date in the address is returned, because its order is reliable.
 */
function statedDate(machine: string | undefined, address: string | undefined): string | undefined {
  return machine === undefined || address === swapDayAndMonth(machine) ? address : machine
}

/**
 * @returns whether to use the shown date. It is used if there is no machine-readable date, or if that date is a
 * different day and the shown date is not only a month. For the same day, the machine-readable date is better, because
 * it contains a time.
 */
function isShownDateBetter(text: string, shown: string, stated: string | undefined): boolean {
  if (stated === undefined) return true
  return /\d/.test(text.replace(/\d{4}/, '')) && !isSameDate(shown, stated, text)
}

/**
 * @returns true if both dates mean the same day. They may differ by a day, because shown dates are in the author's time
 * zone. If the shown date consists only of numbers, day and month may be swapped.
 */
function isSameDate(shown: string, stated: string, text: string): boolean {
  if (Math.abs(Date.parse(shown) - Date.parse(stated)) < 2 * DAY_MS) return true
  return !/\p{L}{3}/u.test(text) && shown.slice(0, 10) === swapDayAndMonth(stated).slice(0, 10)
}

/** @returns the date with day and month swapped */
function swapDayAndMonth(date: string): string {
  return `${date.slice(0, 5)}${date.slice(8, 10)}-${date.slice(5, 7)}${date.slice(10)}`
}

function firstOf(texts: readonly string[], language: string | undefined): string | undefined {
  for (const text of texts) {
    const date = parsePublishedDate(text, language)
    if (date !== undefined) return date
  }
  return undefined
}

function dateInAddress(url: string): string | undefined {
  const found = /\/((?:19|20)\d{2})[/-](\d{1,2}|[a-z]{3,9})[/-](\d{1,2})(?:\/|-|$)/i.exec(url.slice(0, 2000))
  if (found === null) return undefined
  const [, year, month = '', day] = found
  return parsePublishedDate(/\d/.test(month) ? `${year}-${month}-${day}` : `${day} ${month} ${year}`)
}
