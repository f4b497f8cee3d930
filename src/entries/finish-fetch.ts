import type { Updateable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { EntryTable } from '../db/tables/entry-tables.ts'
import { EXTRACTOR_VERSION, type Article } from '../extraction/extraction.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import type { Clock } from '../kernel/clock.ts'
import { cutText } from '../kernel/plain-text.ts'
import { advanceRevision } from '../users/revision.ts'
import { setCapture } from './capture.repository.ts'
import { MAX_TITLE, type Entry } from './entry.ts'
import { settleAddress, titleFromAddress, webAddressOrNothing } from './entry-address.ts'
import { claimAddresses, findEntry, hasContent, setContent, updateEntry } from './entry.repository.ts'
import { failureContent } from './fetch-failure.ts'
import type { FetchResult, PageFacts } from './fetch-entry.job.ts'
import { parseLanguage } from './language.ts'
import { mergeEntries } from './merge-entries.ts'

export interface FetchOrder {
  readonly owner: UserId
  readonly id: EntryId
  readonly generation: number
}

type Changes = Updateable<EntryTable>

/**
 * Stores what a fetch brought, in one transaction. Does nothing when the entry is gone, or was ordered to be fetched
 * anew meanwhile: the result of an outdated order is thrown away.
 */
export async function finishFetch(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { owner, id, generation }: FetchOrder,
  result: FetchResult,
): Promise<void> {
  const now = clock.now().toISOString()
  await database.transaction(async (tx) => {
    const revision = await advanceRevision(tx, owner)
    const entry = await findEntry(tx, owner, id)
    if (!entry || entry.fetchGeneration !== generation) return
    const keepsText = entry.givenFields.includes('content') || (await hasGoodContent(tx, entry))
    const changes = result.kind === 'article' ? articleChanges(entry, result) : failureChanges(entry, result, keepsText)
    await updateEntry(tx, owner, id, { ...changes, updated_at: now, revision })
    if (result.kind === 'article' || !keepsText) {
      await storeContent(tx, entry, result)
      if (result.page) await setCapture(tx, owner, id, { ...result.page.capture, now })
    }
    const url = changes.url
    const other = url === undefined ? undefined : await claimAddresses(tx, owner, id, [url])
    if (other !== undefined) await mergeEntries(tx, { owner, ids: [id, other], revision, now })
  })
}

async function storeContent(tx: Tx, entry: Entry, result: FetchResult): Promise<void> {
  if (entry.givenFields.includes('content')) return
  const { steps } = result.kind === 'article' ? result.extraction : result
  const html =
    result.kind === 'article'
      ? result.extraction.article.content
      : failureContent(result.reason, result.metadata.summary)
  const content = { html, extractorVersion: EXTRACTOR_VERSION, steps: JSON.stringify(steps) }
  await setContent(tx, entry.ownerId, entry.id, content)
}

/** Text of an earlier fetch or from the client, which a failure never replaces. */
async function hasGoodContent(tx: Tx, entry: Entry): Promise<boolean> {
  return !entry.isNotParsed && (await hasContent(tx, entry.ownerId, entry.id))
}

function articleChanges(entry: Entry, result: FetchResult & { kind: 'article' }): Changes {
  const { article } = result.extraction
  const isGiven = (field: Entry['givenFields'][number]) => entry.givenFields.includes(field)
  return {
    ...pageChanges(entry, result.page),
    ...(!isGiven('title') && { title: titleOf(article, result.page.url) }),
    ...(!isGiven('content') && { reading_time: article.readingTime }),
    ...(!isGiven('language') && { language: languageOf(article) }),
    ...(!isGiven('previewPicture') && { preview_picture: webAddressOrNothing(article.previewPicture) ?? null }),
    ...(!isGiven('publishedAt') && { published_at: article.publishedAt ?? null }),
    ...(!isGiven('authors') && { published_by: article.authors.length > 0 ? JSON.stringify(article.authors) : null }),
    fetch_state: 'done',
    fetch_reason: null,
    is_not_parsed: 0,
  }
}

/** A failure never replaces text that is there: the entry stays as it is, and only the reason is noted. */
function failureChanges(entry: Entry, result: FetchResult & { kind: 'failed' }, keepsText: boolean): Changes {
  const { reason, page, metadata } = result
  if (keepsText) return { fetch_state: 'done', fetch_reason: reason }
  const hasTitle = metadata.title !== undefined && !entry.givenFields.includes('title')
  return {
    ...(page && pageChanges(entry, page)),
    ...(hasTitle && { title: cutText(metadata.title, MAX_TITLE) }),
    fetch_state: 'failed',
    fetch_reason: reason,
    is_not_parsed: 1,
  }
}

function pageChanges(entry: Entry, page: PageFacts): Changes {
  const { url, originUrl } = settleAddress(entry.url, page.url)
  return {
    url,
    ...(originUrl !== undefined && entry.originUrl === null && { origin_url: originUrl }),
    domain_name: new URL(url).hostname,
    mimetype: page.contentType === undefined ? null : cutText(page.contentType, 200),
    http_status: String(page.status),
    headers: JSON.stringify(page.headers),
  }
}

function titleOf(article: Article, url: string): string {
  return cutText(article.title ?? titleFromAddress(url), MAX_TITLE)
}

function languageOf(article: Article): string | null {
  return article.language === undefined ? null : (parseLanguage(article.language) ?? null)
}
