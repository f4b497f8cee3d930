import type { Updateable } from 'kysely'
import type { Article } from '@dogear/extractor/service'
import type { EntryTable } from '../../db/tables/entry-tables.ts'
import { cutText, storableJson } from '../../kernel/storable-text.ts'
import { MAX_TITLE, type Entry } from '../entry.ts'
import { titleFromAddress, parseWebAddress } from '../saving/entry-address.ts'
import type { FetchReason } from './fetch-failure-reasons.ts'
import { parseLanguage } from '../changing/entry-input.ts'

export type EntryColumns = Updateable<EntryTable>

/**
 * @param url address of the page; supplies a title if the page has none
 * @returns the columns that an article sets, except fields that the client supplied
 */
export function articleColumns(entry: Entry, article: Article, url: string): EntryColumns {
  const isGiven = (field: Entry['givenFields'][number]) => entry.givenFields.includes(field)
  return {
    ...(!isGiven('title') && { title: cutText(article.title ?? titleFromAddress(url), MAX_TITLE) }),
    ...(!isGiven('content') && { reading_time: article.readingTime }),
    ...(!isGiven('language') && { language: languageOf(article) }),
    ...(!isGiven('previewPicture') && { preview_picture: parseWebAddress(article.previewPicture) ?? null }),
    site_icon: parseWebAddress(article.siteIcon) ?? null,
    ...(!isGiven('publishedAt') && { published_at: article.publishedAt ?? null }),
    ...(!isGiven('authors') && { published_by: article.authors.length > 0 ? storableJson(article.authors) : null }),
    fetch_state: 'done',
    fetch_reason: null,
    fetch_failed_at: null,
    is_not_parsed: 0,
  }
}

/** @returns the columns that a failure sets in an entry that has no text from its page */
export function failureColumns(
  entry: Entry,
  { reason, metadata }: { readonly reason: FetchReason; readonly metadata: Partial<Article> },
  now: string,
): EntryColumns {
  const hasTitle = metadata.title !== undefined && !entry.givenFields.includes('title')
  return {
    ...(hasTitle && { title: cutText(metadata.title, MAX_TITLE) }),
    fetch_state: 'failed',
    fetch_reason: reason,
    fetch_failed_at: now,
    is_not_parsed: 1,
  }
}

/** @returns the columns for an entry that keeps its text, because the fetch failed or returned a worse text */
export function keptColumns(reason: FetchReason, now: string): EntryColumns {
  return { fetch_state: 'done', fetch_reason: reason, fetch_failed_at: now }
}

function languageOf(article: Article): string | null {
  return article.language === undefined ? null : (parseLanguage(article.language) ?? null)
}

/** @returns true if the columns would change something that users can see */
export function changesEntry(entry: Entry, columns: EntryColumns): boolean {
  const own: EntryColumns = {
    site_icon: entry.siteIcon,
    fetch_state: entry.fetchState,
    fetch_reason: entry.fetchReason,
    is_not_parsed: entry.isNotParsed ? 1 : 0,
  }
  return differs(own, columns) || changesApiResponse(entry, columns)
}

/** @returns true if the columns would change a member of API responses; the page's headers are ignored */
export function changesApiResponse(entry: Entry, columns: EntryColumns): boolean {
  const current: EntryColumns = {
    title: entry.title,
    url: entry.url,
    origin_url: entry.originUrl,
    reading_time: entry.readingTime,
    language: entry.language,
    preview_picture: entry.previewPicture,
    published_at: entry.publishedAt,
    published_by: entry.publishedBy,
    mimetype: entry.mimetype,
    http_status: entry.httpStatus,
    domain_name: entry.domainName,
  }
  return differs(current, columns)
}

function differs(current: EntryColumns, columns: EntryColumns): boolean {
  return Object.entries(current).some(([name, value]) => {
    const wanted = columns[name as keyof EntryColumns]
    return wanted !== undefined && wanted !== value
  })
}
