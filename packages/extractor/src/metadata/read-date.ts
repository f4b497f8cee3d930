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
  { url, language }: { readonly url: string; readonly language: string | undefined },
): string | undefined {
  const { shownDates, dates, unmarkedDates, meta } = facts
  const linked = written.slice(0, 5).flatMap((object) => LINKED.flatMap((name) => textsOf(property(object, name))))
  const named = NAMES.flatMap((name) => meta.get(name) ?? [])
  const firstDate = (texts: readonly string[]) => firstOf(texts, language)
  const shown = firstDate(shownDates.filter(({ isChange }) => !isChange).map(({ text }) => text))
  const stated = firstDate([...linked, ...named, ...dates])
  if (shown !== undefined && (stated === undefined || !isSameDay(shown, stated))) return shown
  const changed = shownDates.filter(({ isChange }) => isChange).map(({ text }) => text)
  return stated ?? dateInAddress(url) ?? firstDate([...changed, ...unmarkedDates])
}

/** Machine-readable dates have a time, and visible ones are in the author's time zone. */
function isSameDay(shown: string, stated: string): boolean {
  return Math.abs(Date.parse(shown) - Date.parse(stated)) < 2 * DAY_MS
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
