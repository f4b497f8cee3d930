import { property, textsOf, type JsonObject } from './json-ld.ts'
import type { PageFacts } from './page-facts.ts'
import { parsePublishedDate } from './published-date.ts'

const DAY_MS = 86_400_000
const LINKED = ['datePublished', 'dateCreated', 'uploadDate']
const NAMES = [
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

/** Names of meta elements that are not in the list. */
const DATE_NAME =
  /(?:publish|publication|issue|creat|post|release)[a-z]*[-_.:]?(?:date|time|on|at)$|^(?:ms\.|\w{1,10}:)?date(?:[-_.]?(?:published|issued|created))?$/

/** The line of a discussion that names its opening. */
const STARTED = /^(?:started|opened|asked) (?:by|on)\b/i

export interface DatedPage {
  readonly url: string
  readonly language: string | undefined
  /** A discussion shows the date of its last contribution. */
  readonly isDiscussion: boolean
}

/**
 * @param facts gathered from the page
 * @param written the JSON-LD objects of written works, most reliable first
 * @param page its address, which may contain a date, and its language
 * @returns the date shown below the heading, else the machine-readable one, else any text that looks like a date; ISO
 *   8601 in UTC
 */
export function readDate(
  facts: PageFacts,
  written: readonly JsonObject[],
  { url, language, isDiscussion }: DatedPage,
): string | undefined {
  const { shownDates, unmarkedDates } = facts
  const firstDate = (texts: readonly string[]) => firstOf(texts, language)
  const stated = statedDate(firstDate(machineTexts(facts, written)), dateInAddress(url))
  if (isDiscussion && stated !== undefined)
    return firstDate(unmarkedDates.filter((text) => STARTED.test(text))) ?? stated
  const shown = shownDates.find(({ isChange, text }) => !isChange && firstDate([text]) !== undefined)?.text
  if (shown !== undefined && isBelieved(shown, firstDate([shown])!, stated)) return firstDate([shown])
  const changed = shownDates.filter(({ isChange }) => isChange).map(({ text }) => text)
  return stated ?? firstDate([...changed, ...unmarkedDates])
}

/** @returns the texts in which machines look for the date, most reliable first */
function machineTexts({ dates, meta }: PageFacts, written: readonly JsonObject[]): string[] {
  const linked = written.slice(0, 5).flatMap((object) => LINKED.flatMap((name) => textsOf(property(object, name))))
  const others = [...meta.keys()].filter((name) => DATE_NAME.test(name))
  return [...linked, ...[...NAMES, ...others].flatMap((name) => meta.get(name) ?? []), ...dates]
}

/** The date in an address has the month before the day. */
function statedDate(machine: string | undefined, address: string | undefined): string | undefined {
  return machine === undefined || address === swapped(machine) ? address : machine
}

/** A month alone says less than a date for machines, and one of the same day has no time. */
function isBelieved(text: string, shown: string, stated: string | undefined): boolean {
  if (stated === undefined) return true
  return /\d/.test(text.replace(/\d{4}/, '')) && !isSameDate(shown, stated, text)
}

/**
 * Machine-readable dates have a time, and visible ones are in the author's time zone. A date in figures may be meant with
 * day and month the other way round.
 */
function isSameDate(shown: string, stated: string, text: string): boolean {
  if (Math.abs(Date.parse(shown) - Date.parse(stated)) < 2 * DAY_MS) return true
  return !/\p{L}{3}/u.test(text) && shown.slice(0, 10) === swapped(stated).slice(0, 10)
}

/** The same date in figures, with day and month the other way round. */
function swapped(date: string): string {
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
